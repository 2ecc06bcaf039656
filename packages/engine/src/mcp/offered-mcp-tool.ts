import { z } from 'zod';
import { valueCheck, type ValueCheck } from '../checks/value-check.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { ToolManifest } from '../wire/tool-manifest.ts';
import type { ExaminedTool } from './examine-tools.ts';
import type { McpCapability } from './mcp-capability.ts';
import { mcpError } from './mcp-error.ts';
import type { McpLimits } from './mcp-limits.ts';
import type { McpServer } from './mcp-server-config.ts';
import type { McpServerSession } from './mcp-server-session.ts';
import { toToolOutput } from './to-tool-output.ts';
import { unknownArgument } from '../checks/unknown-argument.ts';

/** A tool that a server offers, with the function that calls it. An integration gives it the form of its framework. */
export interface OfferedMcpTool {
  readonly capability: McpCapability;
  /** The manifest that the owner declared. It applies only to the accepted definition. */
  readonly manifest?: ToolManifest | undefined;
  /** The annotations and the digest of the definition. Approvals are bound to a digest that includes both. */
  readonly annotations: Readonly<Record<string, unknown>>;
  /** Calls the tool. Throws AGENTS-E-INPUT-INVALID for arguments that do not match its schema. */
  readonly call: (
    input: unknown,
    signal?: AbortSignal,
  ) => ReturnType<typeof toToolOutput> | Promise<ReturnType<typeof toToolOutput>>;
}

/** Returns a tool that a server lists, with the declarations of its owner. */
export function offerTool(
  { definition, capability }: ExaminedTool,
  session: McpServerSession,
  limits: McpLimits,
): OfferedMcpTool {
  const { server } = session;
  const declared = declaredManifest(server, definition.name, capability.schema);
  const manifest = capability.state === 'accepted' ? declared : undefined;
  const isRepeatable = manifest !== undefined && (manifest.effect === 'read' || manifest.idempotent);
  // The server validates its arguments itself.
  const check = valueCheck(capability.schema, 'fit');
  const source = { serverId: server.server_id, tool: definition.name, maxBytes: limits.maxResultBytes };
  return {
    capability,
    manifest,
    annotations: { ...definition.annotations, definition: capability.definition_digest },
    call: async (input, signal) => {
      const args = requireFit(input, check, capability.tool_id);
      return toToolOutput(await session.call({ definition, args, isRepeatable, signal }), source);
    },
  };
}

function declaredManifest(
  { server_id: serverId, manifests }: McpServer,
  toolName: string,
  schema: unknown,
): ToolManifest | undefined {
  const declared = Object.hasOwn(manifests, toolName) ? manifests[toolName] : undefined;
  if (!declared) return undefined;
  const {
    effect,
    arguments: roles = {},
    trusted_source = false,
    sensitive = false,
    idempotent = false,
  } = declared;
  const problem = unknownArgument({ arguments: roles }, schema);
  if (problem !== undefined) {
    const remedy = 'Correct manifests in the configuration of the server.';
    throw mcpError({
      code: 'AGENTS-E-MCP-SCHEMA',
      serverId,
      tool: toolName,
      what: `The manifest is not valid: ${problem}`,
      remedy,
    });
  }
  return {
    effect,
    arguments: roles,
    trusted_source,
    sensitive,
    idempotent,
    origin: 'declared',
    confirmed: true,
  };
}

const argumentsSchema = z.record(z.string(), z.unknown());

function requireFit(input: unknown, check: ValueCheck, id: string): Record<string, unknown> {
  const problem = check(input);
  const parsed = argumentsSchema.safeParse(input);
  if (problem === undefined && parsed.success) return parsed.data;
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    `The arguments of ${id} do not match its schema. ${problem ?? 'They are not an object.'}`,
  );
}
