import type { ToolDescription } from '../contracts/tool-call-request.ts';
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { McpCapability } from '../contracts/mcp-capability.ts';
import { schemaOfConfig, type McpServerConfig } from '../contracts/mcp-server-config.ts';
import type { McpServerHandle } from '../contracts/mcp-server-handle.ts';
import { createMcpTool, type McpTool } from './create-mcp-tool.ts';
import { examineTools, type ExaminedTool } from './examine-tools.ts';
import { listInDebugLog } from './list-in-debug-log.ts';
import type { McpAccess } from './mcp-access.ts';
import type { ConnectMcpClient } from './mcp-client.ts';
import { mcpError } from './mcp-error.ts';
import { DEFAULT_MCP_LIMITS, type McpLimits } from './mcp-limits.ts';
import { DEFAULT_MCP_SCOPES, isInScope, type McpScopes } from './mcp-scopes.ts';
import { McpServerSession } from './mcp-server-session.ts';
import { MemoryToolPinStore } from './memory-tool-pin-store.ts';
import type { Sleep } from './repeat.ts';
import type { ToolPinStore } from './tool-pin-store.ts';
import { requireKnownOptions, type OptionNames } from '../errors/require-known-options.ts';
import { describeIssue } from '../errors/describe-issue.ts';

/** What a gateway is made of; everything has a safe default. */
export interface McpGatewayOptions {
  readonly connect?: ConnectMcpClient | undefined;
  /** Where accepted definitions are kept; in memory unless said otherwise. */
  readonly pins?: ToolPinStore | undefined;
  readonly scopes?: McpScopes | undefined;
  readonly limits?: Partial<McpLimits> | undefined;
  /** Accept what a server lists when it is seen for the first time, except what the scan objects to. */
  readonly trustOnFirstUse?: boolean | undefined;
  /** What a failed call does to the run: the model is told, or the run stops. */
  readonly onFailure?: 'tell' | 'stop' | undefined;
  readonly clock?: (() => number) | undefined;
  readonly sleep?: Sleep | undefined;
}

/** The part of a capability that says what exactly a person has looked at. */
export type ReviewedTool = Pick<McpCapability, 'server_id' | 'name' | 'definition_digest'>;

/** The door for tools of MCP servers: connects, looks at what they list, and makes tools that the checkpoint knows. */
export class McpGateway {
  readonly #connect: ConnectMcpClient;
  readonly #pins: ToolPinStore;
  readonly #scopes: McpScopes;
  readonly #limits: McpLimits;
  readonly #options: McpGatewayOptions;
  readonly #sessions = new Map<string, McpServerSession>();

  constructor(options: McpGatewayOptions = {}) {
    requireKnownOptions(options, GATEWAY_OPTIONS, { place: 'new McpGateway()' });
    requireKnownOptions(options.limits, DEFAULT_MCP_LIMITS, { place: 'new McpGateway({ limits })' });
    this.#options = options;
    this.#connect = options.connect ?? connectOnDemand;
    this.#pins = options.pins ?? new MemoryToolPinStore();
    this.#scopes = options.scopes ?? DEFAULT_MCP_SCOPES;
    this.#limits = { ...DEFAULT_MCP_LIMITS, ...options.limits };
  }

  /** The ids of the registered servers. */
  get serverIds(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /** Connects to a server and looks at its tools. */
  async register(config: McpServerConfig, access: McpAccess = {}): Promise<McpServerHandle> {
    requireKnownOptions(access, ACCESS_OPTIONS, { place: 'The second argument of register()' });
    const session = this.#newSession(config, access);
    const { server_id } = session.server;
    this.#sessions.set(server_id, session);
    try {
      const isFirstUse = (await this.#pins.list(server_id)).length === 0;
      const examined = await this.#examine(session);
      if (!this.#options.trustOnFirstUse || !isFirstUse) return handleOf(server_id, examined);
      for (const { capability, definition } of examined) {
        if (capability.state !== 'new' || capability.findings.length > 0) continue;
        await this.#pin({ capability, definition }, 'trust on first use');
      }
      return handleOf(server_id, await this.#examine(session));
    } catch (error) {
      this.#sessions.delete(server_id);
      await session.close();
      throw error;
    }
  }

  /** What a server offers now, for a person or a program to look at. */
  async introspect(serverId: string): Promise<readonly McpCapability[]> {
    return (await this.#examine(this.#session(serverId))).map(({ capability }) => capability);
  }

  /** Makes tools of what a server offers to a profile. Refused tools and those outside the scope are left out. */
  async toTools(serverId: string, { profile = 'balanced' }: { profile?: string } = {}): Promise<McpTool[]> {
    const session = this.#session(serverId);
    const parts = { session, limits: this.#limits, onFailure: this.#options.onFailure ?? 'tell' };
    return (await this.#examine(session))
      .filter(
        ({ capability: { state, name } }) => state !== 'refused' && this.mayTouch(profile, serverId, name),
      )
      .map((examined) => createMcpTool(examined, parts));
  }

  /** Whether a profile may touch this tool, as far as it is one of ours. */
  isInScope(profile: string, { kind, id, server_id: server }: ToolDescription): boolean {
    if (kind !== 'mcp' || server === undefined || !this.#sessions.has(server)) return true;
    return this.mayTouch(profile, server, id.slice(`mcp:${server}/`.length));
  }

  /** Whether a profile may touch a tool of a server. */
  mayTouch(profile: string, serverId: string, toolName: string): boolean {
    const allowed = this.#sessions.get(serverId)?.server.allowedTools;
    if (allowed && !allowed.includes(toolName)) return false;
    return isInScope(this.#scopes, profile, { serverId, toolName });
  }

  /** A person accepts the definition that they have seen, and no other. */
  async accept(seen: ReviewedTool, by: string): Promise<void> {
    const examined = (await this.#examine(this.#session(seen.server_id))).find(
      ({ capability }) => capability.name === seen.name,
    );
    if (
      examined?.capability.definition_digest === seen.definition_digest &&
      examined.capability.state !== 'refused'
    ) {
      return this.#pin(examined, by);
    }
    throw mcpError({
      code: 'AGENTS-E-MCP-SCHEMA',
      serverId: seen.server_id,
      tool: seen.name,
      what: 'It is not offered any more as it was looked at, or it is refused.',
      remedy: 'Look at it again with introspect().',
    });
  }

  /** Ends all connections and the processes behind them. */
  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map((session) => session.close()));
  }

  #newSession(config: McpServerConfig, access: McpAccess): McpServerSession {
    const schema = schemaOfConfig(config);
    const parsed = schema.safeParse(config);
    const code = 'AGENTS-E-MCP-SCHEMA';
    if (!parsed.success) {
      const fields = Object.keys(schema.shape);
      const what = `Its configuration is not valid. ${describeIssue({ error: parsed.error, value: config, fields })}`;
      throw mcpError({ code, serverId: config.server_id, what, remedy: 'Correct it.' });
    }
    const { server_id: serverId } = parsed.data;
    if (this.#sessions.has(serverId)) {
      const remedy = 'Give each server an id of its own.';
      throw mcpError({ code, serverId, what: 'A server with this id is registered already.', remedy });
    }
    const sleep: Sleep =
      this.#options.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal }).catch(() => {}));
    return new McpServerSession(parsed.data, { connect: this.#connect, limits: this.#limits, sleep, access });
  }

  #session(serverId: string): McpServerSession {
    const session = this.#sessions.get(serverId);
    if (session) return session;
    throw mcpError({
      code: 'AGENTS-E-MCP-SCHEMA',
      serverId,
      what: 'No such server is registered.',
      remedy: 'Register it first.',
    });
  }

  async #examine(session: McpServerSession): Promise<ExaminedTool[]> {
    const { server } = session;
    const definitions = await listInDebugLog(session);
    if (definitions.length > this.#limits.maxTools) {
      throw mcpError({
        code: 'AGENTS-E-MCP-SCHEMA',
        serverId: server.server_id,
        what: `It lists more than ${this.#limits.maxTools} tools.`,
        remedy: 'Raise maxTools if that is intended.',
      });
    }
    const pins = await this.#pins.list(server.server_id);
    try {
      return examineTools(server, definitions, { pins, limits: this.#limits });
    } catch (cause) {
      const what = 'A definition that it lists cannot be read, for example because it is nested too deeply.';
      const remedy = 'Report it to the maker of the server.';
      throw mcpError({ code: 'AGENTS-E-MCP-SCHEMA', serverId: server.server_id, what, remedy, cause });
    }
  }

  async #pin({ capability, definition }: ExaminedTool, by: string): Promise<void> {
    const { server_id, name: tool_name, definition_digest } = capability;
    const accepted_at = (this.#options.clock ?? Date.now)();
    await this.#pins.put({
      server_id,
      tool_name,
      definition_digest,
      definition,
      accepted_by: by,
      accepted_at,
    });
  }
}

const GATEWAY_OPTIONS: OptionNames<McpGatewayOptions> = {
  connect: true,
  pins: true,
  scopes: true,
  limits: true,
  trustOnFirstUse: true,
  onFailure: true,
  clock: true,
  sleep: true,
};

const ACCESS_OPTIONS: OptionNames<McpAccess> = {
  authProvider: true,
  authorizationResponse: true,
  elicit: true,
};

/** The official client is loaded with the first server: most programs that import this package have none. */
const connectOnDemand: ConnectMcpClient = async (server, parts) =>
  (await import('./connect-mcp-client.ts')).connectMcpClient(server, parts);

function handleOf(serverId: string, examined: readonly ExaminedTool[]): McpServerHandle {
  return { server_id: serverId, capabilities: examined.map(({ capability }) => capability) };
}
