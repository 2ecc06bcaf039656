import {
  McpGateway as EngineMcpGateway,
  type McpGatewayOptions as EngineMcpGatewayOptions,
  type OfferedMcpTool,
} from '@sekisho/engine/integration';
import {
  describeToolFailure,
  finishTool,
  PLACEHOLDER_PARAMETERS,
  type PlaceholderTool,
} from '../openai-agents/plain-schema-tool.ts';
import { tool } from '../openai-agents/upstream.ts';

/** A tool of an MCP server in the form that an agent uses. */
export type McpTool = PlaceholderTool;

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
      parameters: PLACEHOLDER_PARAMETERS,
      strict: true,
      needsApproval: state !== 'accepted',
      errorFunction:
        this.#onFailure === 'stop' ? null : (_context, error) => describeToolFailure(error, FAILED),
      execute: (input, _context, details) => call(input, details?.signal),
    });
    const acceptance = state === 'new' || state === 'changed' ? state : undefined;
    const mcp = { server, tool: name, annotations };
    // The gate interprets `$schema` as the schema of a tool that validates its own input.
    const { $schema: _dialect, ...schema } = capability.schema;
    return finishTool(made, { schema, strict: false }, { id, kind: 'mcp', manifest, acceptance, mcp });
  }
}

const FAILED = 'AGENTS-E-MCP-EXEC: The tool failed. Check the arguments and try again.';
