import type { McpServer } from '../contracts/mcp-server-config.ts';
import type { McpToolDefinition } from '../contracts/mcp-tool-definition.ts';
import { definitionDigest } from './definition-digest.ts';
import type { McpAccess } from './mcp-access.ts';
import type { ConnectMcpClient, McpCallResult, McpClient } from './mcp-client.ts';
import { isUnreachable, mcpError } from './mcp-error.ts';
import type { McpLimits } from './mcp-limits.ts';
import { repeat, type Sleep } from './repeat.ts';
import { visibleDefinition } from './scan-definition.ts';

/** What a session works with. */
export interface McpSessionParts {
  readonly connect: ConnectMcpClient;
  readonly limits: McpLimits;
  readonly sleep: Sleep;
  readonly access: McpAccess;
}

/** A call of a tool whose definition somebody has seen. */
export interface McpCall {
  readonly definition: McpToolDefinition;
  readonly args: Readonly<Record<string, unknown>>;
  /** The owner said that doing it twice does no harm. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** One server over the life of the host: connected when needed, again after it died. */
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

  /** What the server lists now; looking twice does no harm, so a failure is repeated. */
  async list(): Promise<readonly McpToolDefinition[]> {
    const { limits } = this.#parts;
    const signal = within(limits.connectTimeoutMs + limits.listTimeoutMs);
    return repeat(() => this.#listOnce(signal), { ...this.#parts, signal });
  }

  /** Calls a tool, if it is still the tool that was seen. */
  async call({ definition, args, isRepeatable, signal: caller }: McpCall): Promise<McpCallResult> {
    const signal = within(this.#parts.limits.callTimeoutMs, caller);
    const repetition = { ...this.#parts, signal };
    const look = () => this.#requireUnchanged(definition, signal);
    const shown = visibleDefinition(definition);
    const call = async () =>
      (await this.#open()).callTool(definition.name, args, { definition: shown, signal });
    if (isRepeatable) return repeat(() => look().then(call), repetition);
    await repeat(look, repetition);
    return call();
  }

  /** Ends the connection, also one that is just being made. */
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
      // Who does not even list its tools is stuck: the next use starts with a new connection, or a new process.
      if (isUnreachable(error)) await this.#drop(client);
      throw error;
    }
  }

  /** Between the look at a tool and its call a server can become another one; then nothing is called. */
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
      what: 'The server changed its definition since it was looked at, so nothing was called.',
      remedy: 'Review the new definition with introspect(), accept it, and make the tools anew.',
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
