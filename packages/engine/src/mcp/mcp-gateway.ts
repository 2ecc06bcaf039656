import { setTimeout as sleepFor } from 'node:timers/promises';
import { describeIssue } from '../errors/describe-issue.ts';
import { requireKnownOptions, type OptionNames } from '../errors/require-known-options.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import { listInDebugLog } from './list-in-debug-log.ts';
import type { ConnectMcpClient, McpPeer } from './mcp-client.ts';
import { manifestPack, type ManifestPack } from './manifest-packs.ts';
import { mcpError } from './mcp-error.ts';
import { PackWarnings } from './pack-warnings.ts';
import { DEFAULT_MCP_SCOPES, isInScope, type McpScopes } from './mcp-scopes.ts';
import {
  DEFAULT_MCP_LIMITS,
  schemaOfConfig,
  type McpAccess,
  type McpLimits,
  type McpServerConfig,
} from './mcp-server-config.ts';
import { McpServerSession, type Sleep } from './mcp-server-session.ts';
import { examineTools, type ExaminedTool } from './tools/examine-tools.ts';
import type { McpCapability } from './tools/mcp-tool.ts';
import { offerTool, type OfferedMcpTool } from './tools/offered-mcp-tool.ts';
import { MemoryToolPinStore, type ToolPinStore } from './tools/tool-pins.ts';

/** A registered MCP server. */
export interface McpServerHandle {
  readonly server_id: string;
  readonly capabilities: readonly McpCapability[];
}

/** The options of a gateway. Every option has a safe default. */
export interface McpGatewayOptions {
  readonly connect?: ConnectMcpClient | undefined;
  /** Where accepted definitions are stored. The default is in memory. */
  readonly pins?: ToolPinStore | undefined;
  readonly scopes?: McpScopes | undefined;
  readonly limits?: Partial<McpLimits> | undefined;
  /** Accepts the tools that a server lists when it is seen for the first time, except those that the scan reports. */
  readonly trustOnFirstUse?: boolean | undefined;
  readonly clock?: (() => number) | undefined;
  readonly sleep?: Sleep | undefined;
}

/** The part of a capability that identifies the definition that a person reviewed. */
export type ReviewedTool = Pick<McpCapability, 'server_id' | 'name' | 'definition_digest'>;

/** The gateway to MCP servers. It connects to them, and pins, scans and limits the tools that they list. */
export class McpGateway {
  readonly #connect: ConnectMcpClient;
  readonly #pins: ToolPinStore;
  readonly #scopes: McpScopes;
  readonly #limits: McpLimits;
  readonly #options: McpGatewayOptions;
  readonly #sessions = new Map<string, McpServerSession>();
  readonly #warnings = new PackWarnings();

  constructor(options: McpGatewayOptions = {}, more: Readonly<Record<string, true>> = {}) {
    requireKnownOptions(options, { ...GATEWAY_OPTIONS, ...more }, { place: 'new McpGateway()' });
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

  /** Connects to a server and examines its tools. */
  async register(config: McpServerConfig, access: McpAccess = {}): Promise<McpServerHandle> {
    requireKnownOptions(access, ACCESS_OPTIONS, { place: 'The second argument of register()' });
    const pack = typeof config.pack === 'string' ? await manifestPack(config.pack) : undefined;
    const session = this.#newSession(config, access, pack);
    const { server_id } = session.server;
    this.#sessions.set(server_id, session);
    try {
      const isFirstUse = (await this.#pins.list(server_id)).length === 0;
      const examined = await this.#examine(session);
      if (!this.#options.trustOnFirstUse || !isFirstUse) return handleOf(server_id, examined);
      for (const tool of examined) {
        const { state, findings } = tool.capability;
        if (state === 'new' && findings.length === 0) await this.#pin(tool, 'trust on first use');
      }
      return handleOf(server_id, await this.#examine(session));
    } catch (error) {
      this.#sessions.delete(server_id);
      await session.close();
      throw error;
    }
  }

  /** Returns what a server currently offers, for review by a person or a program. */
  async introspect(serverId: string): Promise<readonly McpCapability[]> {
    return (await this.#examine(this.#session(serverId))).map(({ capability }) => capability);
  }

  /** Returns the tools that a server offers to a profile. Rejected tools and tools outside of the scope are omitted. */
  async offeredTools(
    serverId: string,
    { profile = 'balanced' }: { profile?: string } = {},
  ): Promise<OfferedMcpTool[]> {
    const session = this.#session(serverId);
    return (await this.#examine(session))
      .filter(
        ({ capability: { state, name } }) => state !== 'refused' && this.mayUse(profile, serverId, name),
      )
      .map((examined) => offerTool(examined, session, this.#limits));
  }

  /** Returns the protocol of a server besides its tools, for integrations that relay it. */
  peer(serverId: string): Promise<McpPeer> {
    return this.#session(serverId).peer();
  }

  /** Lists the tools of a server again before the next call, after it reported a change. */
  expireList(serverId: string): void {
    this.#sessions.get(serverId)?.expireList();
  }

  /** Returns whether a profile may use this tool. True for tools that do not belong to this gateway. */
  isInScope(profile: string, { kind, id, server_id: server }: ToolDescription): boolean {
    if (kind !== 'mcp' || server === undefined || !this.#sessions.has(server)) return true;
    return this.mayUse(profile, server, id.slice(`mcp:${server}/`.length));
  }

  /** Returns whether a profile may use a tool of a server. */
  mayUse(profile: string, serverId: string, toolName: string): boolean {
    const allowed = this.#sessions.get(serverId)?.server.allowedTools;
    if (allowed && !allowed.includes(toolName)) return false;
    return isInScope(this.#scopes, profile, { serverId, toolName });
  }

  /** Accepts the definition that a person reviewed. Throws if the server now offers another one. */
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
    throw mcpError(
      { code: 'AGENTS-E-MCP-SCHEMA', serverId: seen.server_id, tool: seen.name },
      'The reviewed definition is no longer offered, or the tool is rejected.',
      'Review it again with introspect().',
    );
  }

  /** Closes all connections and ends the processes of the servers. */
  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map((session) => session.close()));
  }

  #newSession(config: McpServerConfig, access: McpAccess, pack: ManifestPack | undefined): McpServerSession {
    const schema = schemaOfConfig(config);
    const parsed = schema.safeParse(config);
    const code = 'AGENTS-E-MCP-SCHEMA';
    if (!parsed.success) {
      const fields = Object.keys(schema.shape);
      const what = `Its configuration is not valid. ${describeIssue({ error: parsed.error, value: config, fields })}`;
      throw mcpError({ code, serverId: config.server_id }, what, 'Correct the configuration.');
    }
    const { server_id: serverId } = parsed.data;
    if (this.#sessions.has(serverId)) {
      const what = 'A server with this id is already registered.';
      throw mcpError({ code, serverId }, what, 'Use a different id for each server.');
    }
    const sleep: Sleep =
      this.#options.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal }).catch(() => {}));
    const parts = { connect: this.#connect, limits: this.#limits, sleep, access, pack };
    return new McpServerSession(parsed.data, parts);
  }

  #session(serverId: string): McpServerSession {
    const session = this.#sessions.get(serverId);
    if (session) return session;
    const what = 'No server with this id is registered.';
    throw mcpError({ code: 'AGENTS-E-MCP-SCHEMA', serverId }, what, 'Register it first.');
  }

  async #examine(session: McpServerSession): Promise<ExaminedTool[]> {
    const { server } = session;
    const failure = { code: 'AGENTS-E-MCP-SCHEMA', serverId: server.server_id } as const;
    const definitions = await listInDebugLog(session);
    if (definitions.length > this.#limits.maxTools) {
      const what = `It lists more than ${this.#limits.maxTools} tools.`;
      throw mcpError(failure, what, 'Increase maxTools if that is intended.');
    }
    const pins = await this.#pins.list(server.server_id);
    try {
      const examined = examineTools(server, definitions, { pins, limits: this.#limits });
      this.#warnings.report(session, examined);
      return examined;
    } catch (cause) {
      const what = 'A definition that it lists cannot be read, for example because it is nested too deeply.';
      throw mcpError({ ...failure, cause }, what, 'Report it to the vendor of the server.');
    }
  }

  async #pin({ capability, definition }: ExaminedTool, by: string): Promise<void> {
    const { server_id, name: tool_name, definition_digest } = capability;
    const acceptance = { accepted_by: by, accepted_at: (this.#options.clock ?? Date.now)() };
    await this.#pins.put({ server_id, tool_name, definition_digest, definition, ...acceptance });
  }
}

const GATEWAY_OPTIONS: OptionNames<McpGatewayOptions> = {
  connect: true,
  pins: true,
  scopes: true,
  limits: true,
  trustOnFirstUse: true,
  clock: true,
  sleep: true,
};

const ACCESS_OPTIONS: OptionNames<McpAccess> = {
  authProvider: true,
  authorizationResponse: true,
  elicit: true,
  relay: true,
  notified: true,
};

/**
 * The official client is loaded with the first server, because most programs that import this package use no MCP
 * server.
 */
const connectOnDemand: ConnectMcpClient = async (server, parts) =>
  (await import('./connect/connect-mcp-client.ts')).connectMcpClient(server, parts);

function handleOf(serverId: string, examined: readonly ExaminedTool[]): McpServerHandle {
  return { server_id: serverId, capabilities: examined.map(({ capability }) => capability) };
}
