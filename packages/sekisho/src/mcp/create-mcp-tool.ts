import { z } from 'zod';
import type { McpServer } from '../contracts/mcp-server-config.ts';
import type { ToolManifest } from '../contracts/tool-manifest.ts';
import { valueCheck, type ValueCheck } from '../contracts/value-check.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { registerTool } from '../sdk/tool-registry.ts';
import { tool, type FunctionTool } from '../sdk/upstream.ts';
import type { ExaminedTool } from './examine-tools.ts';
import type { McpLimits } from './mcp-limits.ts';
import type { McpServerSession } from './mcp-server-session.ts';
import { toToolOutput } from './to-tool-output.ts';
import { unknownArgument } from '../sdk/unknown-argument.ts';
import { mcpError } from './mcp-error.ts';

const PLACEHOLDER = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
} satisfies FunctionTool['parameters'];

/** A tool of an MCP server in the form that an agent uses. */
export type McpTool = FunctionTool<unknown, typeof PLACEHOLDER>;

/**
 * Creates a tool of the Agents SDK from a tool that a server lists. A tool whose definition is not accepted requires
 * an approval for each call.
 */
export function createMcpTool(
  { definition, capability }: ExaminedTool,
  {
    session,
    limits,
    onFailure,
  }: { session: McpServerSession; limits: McpLimits; onFailure: 'tell' | 'stop' },
): McpTool {
  const { server } = session;
  const isAccepted = capability.state === 'accepted';
  // The declarations of the owner apply only to the accepted definition.
  const declared = declaredManifest(server, definition.name, capability.schema);
  const manifest = isAccepted ? declared : undefined;
  const isRepeatable = manifest !== undefined && (manifest.effect === 'read' || manifest.idempotent);
  // The server validates its arguments itself.
  const check = valueCheck(capability.schema, 'fit');
  const source = { serverId: server.server_id, tool: definition.name, maxBytes: limits.maxResultBytes };
  const made: McpTool = tool({
    name: capability.wire_name,
    description: capability.description,
    parameters: PLACEHOLDER,
    strict: true,
    needsApproval: !isAccepted,
    errorFunction: onFailure === 'stop' ? null : (_context, error) => describeFailure(error),
    execute: async (input, _context, details) => {
      const args = requireFit(input, check, capability.tool_id);
      const signal = details?.signal;
      const result = await session.call({ definition, args, isRepeatable, signal });
      return toToolOutput(result, source);
    },
  });
  setModelSchema(made, capability.schema);
  registerTool(made.invoke, {
    id: capability.tool_id,
    kind: 'mcp',
    manifest,
    acceptance: capability.state === 'new' || capability.state === 'changed' ? capability.state : undefined,
    mcp: {
      server: server.server_id,
      tool: definition.name,
      // Approvals are bound to a digest that includes the annotations. With this value the digest covers everything
      // that a server can change.
      annotations: { ...definition.annotations, definition: capability.definition_digest },
    },
  });
  return made;
}

const parametersSchema = z.custom<FunctionTool['parameters']>(
  (value) => typeof value === 'object' && value !== null && 'type' in value && value.type === 'object',
);

/**
 * Sets the schema that models see. It is set after creation because the Agents SDK rewrites or rejects some schemas.
 * `$schema` is removed because the gate interprets it as the schema of a tool that validates its own input.
 */
function setModelSchema(
  made: McpTool,
  { $schema: _dialect, ...schema }: Readonly<Record<string, unknown>>,
): void {
  made.parameters = parametersSchema.parse({ ...schema, properties: schema['properties'] ?? {} });
  made.strict = false;
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

// Messages of this package contain no secrets. Messages of other errors may contain paths or secrets.
function describeFailure(error: unknown): string {
  if (error instanceof SekishoError) return `${error.code}: ${error.message}`;
  return 'AGENTS-E-MCP-EXEC: The tool failed. Check the arguments and try again.';
}
