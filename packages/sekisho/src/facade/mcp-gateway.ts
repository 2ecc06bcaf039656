import { SekishoError } from '@sekisho/engine';
import {
  McpGateway as EngineMcpGateway,
  type McpGatewayOptions as EngineMcpGatewayOptions,
  type OfferedMcpTool,
} from '@sekisho/engine/integration';
import { z } from 'zod';
import { registerTool } from '../openai-agents/records.ts';
import { tool, type FunctionTool } from '../openai-agents/upstream.ts';

const PLACEHOLDER = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
} satisfies FunctionTool['parameters'];

/** A tool of an MCP server in the form that an agent uses. */
export type McpTool = FunctionTool<unknown, typeof PLACEHOLDER>;

/** The options of a gateway. Every option has a safe default. */
export interface McpGatewayOptions extends EngineMcpGatewayOptions {
  /** The consequence of a failed call: `tell` returns the failure to the model, `stop` ends the run. */
  readonly onFailure?: 'tell' | 'stop' | undefined;
}

/** The gateway to MCP servers. It creates tools of the Agents SDK, whose calls pass the gate. */
export class McpGateway extends EngineMcpGateway {
  readonly #onFailure: 'tell' | 'stop';

  constructor(options: McpGatewayOptions = {}) {
    super(options, { onFailure: true });
    this.#onFailure = options.onFailure ?? 'tell';
  }

  /** Creates the tools that a server offers to a profile. Rejected tools and tools outside of the scope are omitted. */
  async toTools(serverId: string, options: { profile?: string } = {}): Promise<McpTool[]> {
    return (await this.offeredTools(serverId, options)).map((offered) => this.#createTool(offered));
  }

  /** Creates a tool. A tool whose definition is not accepted requires an approval for each call. */
  #createTool({ capability, manifest, annotations, call }: OfferedMcpTool): McpTool {
    const { server_id: server, name, state, tool_id: id } = capability;
    const made: McpTool = tool({
      name: capability.wire_name,
      description: capability.description,
      parameters: PLACEHOLDER,
      strict: true,
      needsApproval: state !== 'accepted',
      errorFunction: this.#onFailure === 'stop' ? null : (_context, error) => describeFailure(error),
      execute: (input, _context, details) => call(input, details?.signal),
    });
    setModelSchema(made, capability.schema);
    const acceptance = state === 'new' || state === 'changed' ? state : undefined;
    registerTool(made.invoke, {
      id,
      kind: 'mcp',
      manifest,
      acceptance,
      mcp: { server, tool: name, annotations },
    });
    return made;
  }
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

// Messages of this package contain no secrets. Messages of other errors may contain paths or secrets.
function describeFailure(error: unknown): string {
  if (error instanceof SekishoError) return `${error.code}: ${error.message}`;
  return 'AGENTS-E-MCP-EXEC: The tool failed. Check the arguments and try again.';
}
