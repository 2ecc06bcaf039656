import { z } from 'zod';
import { unknownArgument } from '../../checks/unknown-argument.ts';
import { requireValidArguments, valueCheck } from '../../checks/value-check.ts';
import { declareManifest, onlyReads, type ToolManifest } from '../../wire/tool-manifest.ts';
import type { McpCallResult, McpRelayOptions } from '../mcp-client.ts';
import { mcpError } from '../mcp-error.ts';
import { manifestInPack } from '../manifest-packs.ts';
import type { McpLimits } from '../mcp-server-config.ts';
import type { McpServerSession } from '../mcp-server-session.ts';
import type { ExaminedTool } from './examine-tools.ts';
import type { McpCapability, McpToolDefinition } from './mcp-tool.ts';

/** A tool that a server offers, with the function that calls it. An integration gives it the form of its framework. */
export interface OfferedMcpTool {
  readonly capability: McpCapability;
  /** The definition without invisible characters and expensive patterns. */
  readonly definition: McpToolDefinition;
  /** The manifest that the owner declared. It applies only to the accepted definition. */
  readonly manifest?: ToolManifest | undefined;
  /** The annotations and the digest of the definition. Approvals are bound to a digest that includes both. */
  readonly annotations: Readonly<Record<string, unknown>>;
  /** Calls the tool. Throws AGENTS-E-INPUT-INVALID for arguments that do not match its schema. */
  readonly call: (
    input: unknown,
    signal?: AbortSignal,
  ) => ReturnType<typeof toToolOutput> | Promise<ReturnType<typeof toToolOutput>>;
  /** Calls the tool for another client and returns the result of the server unchanged, also if the tool failed. */
  readonly relay: (
    args: Readonly<Record<string, unknown>>,
    options?: McpRelayOptions,
  ) => Promise<McpCallResult>;
}

/** Returns a tool that a server lists, with the declarations of its owner. */
export function offerTool(
  { definition, shown, capability }: ExaminedTool,
  session: McpServerSession,
  limits: McpLimits,
): OfferedMcpTool {
  const { server } = session;
  const declared = declaredManifest(session, definition.name, capability.schema);
  const manifest = capability.state === 'accepted' ? declared : undefined;
  const isRepeatable = manifest !== undefined && (onlyReads(manifest) || manifest.idempotent);
  // The server validates its arguments itself.
  const check = valueCheck(capability.schema, 'fit');
  const source = { serverId: server.server_id, tool: definition.name, maxBytes: limits.maxResultBytes };
  return {
    capability,
    definition: shown,
    manifest,
    annotations: { ...definition.annotations, definition: capability.definition_digest },
    call: async (input, signal) => {
      const args = requireValidArguments(input, check, capability.tool_id);
      return toToolOutput(await session.call({ definition, shown, args, isRepeatable, signal }), source);
    },
    relay: (args, options) => session.call({ ...options, definition, shown, args, isRepeatable }),
  };
}

/** Returns the manifest that the owner of a server declared for a tool, or that its pack contains. */
function declaredManifest(
  { server, pack }: Pick<McpServerSession, 'server' | 'pack'>,
  toolName: string,
  schema: unknown,
): ToolManifest | undefined {
  const { server_id: serverId, manifests } = server;
  const declared = Object.hasOwn(manifests, toolName) ? manifests[toolName] : undefined;
  if (!declared) return pack && manifestInPack(pack, toolName, schema);
  const { arguments: roles = {}, raises } = declared;
  const problem = unknownArgument({ arguments: roles, raises }, schema);
  if (problem === undefined) return declareManifest(declared);
  throw mcpError(
    { code: 'AGENTS-E-MCP-SCHEMA', serverId, tool: toolName },
    `The manifest is not valid: ${problem}`,
    'Correct manifests in the configuration of the server.',
  );
}

/** The values that a tool of the Agents SDK may return. */
export type ToolOutput = string | OutputPart[];

type OutputPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: string };

interface ResultSource {
  readonly serverId: string;
  readonly tool: string;
  readonly maxBytes: number;
}

/** Converts the result of a call to the output of the Agents SDK. Throws AGENTS-E-MCP-EXEC if the tool failed. */
export function toToolOutput(result: McpCallResult, { serverId, tool, maxBytes }: ResultSource): ToolOutput {
  const about = { serverId, tool };
  if (Buffer.byteLength(JSON.stringify([result.content, result.structuredContent])) > maxBytes) {
    const what = `Its result is larger than ${maxBytes} bytes.`;
    throw mcpError(
      { ...about, code: 'AGENTS-E-MCP-EXEC' },
      what,
      'Request less, or increase maxResultBytes.',
    );
  }
  const parsed = z.array(contentSchema).safeParse(result.content);
  if (!parsed.success) {
    const what = `Its result is not valid. ${parsed.error.issues[0]?.message ?? ''}`;
    throw mcpError({ ...about, code: 'AGENTS-E-MCP-SCHEMA' }, what, 'Report it to the vendor of the server.');
  }
  const parts = parsed.data.map(partOf);
  if (result.isError === true) {
    const what = `It failed: ${parts.map(shownPart).join('\n')}`;
    throw mcpError(
      { ...about, code: 'AGENTS-E-MCP-EXEC' },
      what,
      'Read its message and change the arguments.',
    );
  }
  if (parts.length === 0)
    return result.structuredContent === undefined ? '' : JSON.stringify(result.structuredContent);
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text' ? only.text : parts;
}

const contentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal('audio'), mimeType: z.string() }),
  z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string() }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({ uri: z.string(), text: z.string().optional() }),
  }),
]);

function partOf(content: z.infer<typeof contentSchema>): OutputPart {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: content.text };
    case 'image':
      return { type: 'image', image: `data:${content.mimeType};base64,${content.data}` };
    case 'audio':
      return { type: 'text', text: `[audio of type ${content.mimeType}, not shown]` };
    case 'resource_link':
      return { type: 'text', text: `[resource ${content.name}: ${content.uri}]` };
    case 'resource':
      return { type: 'text', text: content.resource.text ?? `[resource ${content.resource.uri}, not text]` };
  }
}

const shownPart = (part: OutputPart): string => (part.type === 'text' ? part.text : '[image]');
