import { createHash } from 'node:crypto';
import { z } from 'zod';
import { digestOf } from '../../checks/digest.ts';
import type { McpServer } from '../mcp-server-config.ts';

const jsonObjectSchema = z.record(z.string(), z.unknown());

/** A tool as a server lists it. Unknown fields are dropped. */
export const mcpToolDefinitionSchema = z.object({
  name: z.string().min(1).max(256),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonObjectSchema,
  outputSchema: jsonObjectSchema.optional(),
  annotations: jsonObjectSchema.optional(),
  icons: z.array(jsonObjectSchema).optional(),
  _meta: jsonObjectSchema.optional(),
});

/** The definition of a tool from a server. */
export type McpToolDefinition = z.infer<typeof mcpToolDefinitionSchema>;

/** The acceptance of a tool definition. A refused tool is not available to agents. */
type McpToolState = 'accepted' | 'new' | 'changed' | 'refused';

/** One tool of a server, for review before it is used. */
export interface McpCapability {
  /** The name that the server uses. */
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly server_id: string;
  /** The canonical id that policies, approvals and logs use. */
  readonly tool_id: string;
  /** The name that models receive. */
  readonly wire_name: string;
  readonly state: McpToolState;
  readonly definition_digest: string;
  /** Findings for the reviewer: hidden characters, instructions to the model, changes, and the reason of a refusal. */
  readonly findings: readonly string[];
}

/** Returns the canonical id of a tool of an MCP server. */
export function mcpToolId(serverId: string, toolName: string): string {
  return `mcp:${serverId}/${toolName}`;
}

const MAX_NAME_CHARS = 64;

/**
 * Returns the name that models see. It is `server__tool` where that is reversible: a plain server id contains no
 * underscore, so the first two underscores separate it from the tool. All other names end with a hash of the
 * canonical id. The name contains only letters, digits and `_`, so that the Agents SDK does not rewrite it.
 */
export function wireName(serverId: string, toolName: string): string {
  const plain = `${nameText(serverId)}__${nameText(toolName)}`;
  const isExact = /^[A-Za-z0-9]+$/.test(serverId) && /^[A-Za-z0-9_]+$/.test(toolName);
  if (isExact && plain.length <= MAX_NAME_CHARS) return plain;
  const ending = `_${createHash('sha256').update(mcpToolId(serverId, toolName)).digest('hex').slice(0, 10)}`;
  return plain.slice(0, MAX_NAME_CHARS - ending.length) + ending;
}

const nameText = (text: string): string => text.replaceAll(/[^A-Za-z0-9_]/g, '_');

/**
 * Returns the digest that identifies a pinned tool. It covers the whole definition and the command or URL of the
 * server, so that a tool must be accepted again when another program or URL is configured under the same id.
 */
export function definitionDigest(server: McpServer, definition: McpToolDefinition): string {
  const place =
    'url' in server ? { url: server.url } : { command: server.command, args: server.args, cwd: server.cwd };
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  return digestOf({
    server_id: server.server_id,
    place,
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
  });
}
