import type { McpServer } from './mcp-server-config.ts';
import type { McpToolDefinition } from './mcp-tool-definition.ts';
import { definitionDigest } from './definition-digest.ts';
import type { McpAccess } from './mcp-access.ts';
import type { ConnectMcpClient, McpCallResult, McpClient } from './mcp-client.ts';
import { isUnreachable, mcpError } from './mcp-error.ts';
import type { McpLimits } from './mcp-limits.ts';
import { repeat, type Sleep } from './repeat.ts';
import { visibleDefinition } from './scan-definition.ts';

/** The dependencies of a session. */
export interface McpSessionParts {
  readonly connect: ConnectMcpClient;
  readonly limits: McpLimits;
  readonly sleep: Sleep;
  readonly access: McpAccess;
}

/** A call of a tool with a reviewed definition. */
export interface McpCall {
  readonly definition: McpToolDefinition;
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether the owner declared that the call may be repeated. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** One registered server. It is connected when needed and reconnected after it died. */
export class McpServerSession {
  readonly server: McpServer;
  readonly #parts: McpSessionParts;
  #opening: Promise<McpClient> | undefined;
  #client: McpClient | undefined;
  #isClosed = false;

  constructor(server: McpServer, parts: McpSessionParts) {
    this.server = server;
    this.#parts = parts;
  }

  /** Lists the tools of the server. Listing has no effect, so it is retried after a failure. */
  async list(): Promise<readonly McpToolDefinition[]> {
    const { limits } = this.#parts;
    const signal = within(limits.connectTimeoutMs + limits.listTimeoutMs);
    return repeat(() => this.#listOnce(signal), { ...this.#parts, signal });
  }

  /** Calls a tool if its definition is unchanged. */
  async call({ definition, args, isRepeatable, signal: caller }: McpCall): Promise<McpCallResult> {
    const signal = within(this.#parts.limits.callTimeoutMs, caller);
    const repetition = { ...this.#parts, signal };
    const requireUnchanged = () => this.#requireUnchanged(definition, signal);
    const shown = visibleDefinition(definition);
    const call = async () =>
      (await this.#open()).callTool(definition.name, args, { definition: shown, signal });
    if (isRepeatable) return repeat(() => requireUnchanged().then(call), repetition);
    await repeat(requireUnchanged, repetition);
    return call();
  }

  /** Closes the connection, including one that is being opened. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => undefined);
    await this.#client?.close();
  }

  async #listOnce(signal: AbortSignal): Promise<readonly McpToolDefinition[]> {
    const client = await this.#open();
    try {
      return await client.listTools(signal);
    } catch (error) {
      // A server that cannot list its tools is considered stuck. The next use opens a new connection or starts a new
      // process.
      if (isUnreachable(error)) await this.#drop(client);
      throw error;
    }
  }

  /** Throws if the server changed the definition between the review and the call. */
  async #requireUnchanged(seen: McpToolDefinition, signal: AbortSignal): Promise<void> {
    const listed = (await this.#listOnce(signal)).filter(({ name }) => name === seen.name);
    const [now] = listed;
    const isSame =
      listed.length === 1 &&
      now !== undefined &&
      definitionDigest(this.server, now) === definitionDigest(this.server, seen);
    if (isSame) return;
    throw mcpError({
      code: 'AGENTS-E-MCP-SCHEMA',
      serverId: this.server.server_id,
      tool: seen.name,
      what: 'The server changed the definition after it was reviewed, so the tool was not called.',
      remedy: 'Review the new definition with introspect(), accept it, and create the tools again.',
    });
  }

  #open(): Promise<McpClient> {
    if (this.#client && !this.#client.isOpen) void this.#drop(this.#client);
    this.#opening ??= this.#connect();
    return this.#opening;
  }

  async #connect(): Promise<McpClient> {
    try {
      if (this.#isClosed) throw this.#closedError();
      const client = await this.#parts.connect(this.server, this.#parts);
      this.#client = client;
      if (this.#isClosed) throw this.#closedError();
      return client;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async #drop(client: McpClient): Promise<void> {
    if (this.#client === client) {
      this.#client = undefined;
      this.#opening = undefined;
    }
    await client.close();
  }

  #closedError(): Error {
    return mcpError({
      code: 'AGENTS-E-MCP-UNREACHABLE',
      serverId: this.server.server_id,
      what: 'The gateway was closed.',
      remedy: 'Register the server with a new gateway.',
    });
  }
}

function within(ms: number, signal?: AbortSignal): AbortSignal {
  const deadline = AbortSignal.timeout(ms);
  return signal ? AbortSignal.any([deadline, signal]) : deadline;
}
