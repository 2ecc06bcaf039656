import { propertyOf } from '../wire/json-value.ts';
import type { ManifestPack } from './manifest-packs.ts';
import type { ConnectMcpClient, McpCallResult, McpClient, McpPeer, McpRelayOptions } from './mcp-client.ts';
import { isUnreachable, mcpError } from './mcp-error.ts';
import type { McpAccess, McpLimits, McpServer } from './mcp-server-config.ts';
import { definitionDigest, type McpToolDefinition } from './tools/mcp-tool.ts';

/** The dependencies of a session. */
export interface McpSessionParts {
  readonly connect: ConnectMcpClient;
  readonly limits: McpLimits;
  readonly sleep: Sleep;
  readonly access: McpAccess;
  /** The manifest pack that the configuration of the server names. */
  readonly pack?: ManifestPack | undefined;
}

/** A call of a tool with a reviewed definition. */
export interface McpCall extends McpRelayOptions {
  readonly definition: McpToolDefinition;
  /** The definition without invisible characters and expensive patterns. */
  readonly shown: McpToolDefinition;
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether the owner declared that the call may be repeated. */
  readonly isRepeatable: boolean;
}

/** One registered server. It is connected when needed and reconnected after it died. */
export class McpServerSession {
  readonly server: McpServer;
  readonly #parts: McpSessionParts;
  #opening: Promise<McpClient> | undefined;
  #client: McpClient | undefined;
  #isClosed = false;
  /** A call compares the reviewed definition with the listed one. */
  readonly #digests = new WeakMap<McpToolDefinition, string>();
  /** The tools of the last list and its time. */
  #listed: { readonly tools: readonly McpToolDefinition[]; readonly at: number } | undefined;

  constructor(server: McpServer, parts: McpSessionParts) {
    this.server = server;
    this.#parts = parts;
  }

  get pack(): ManifestPack | undefined {
    return this.#parts.pack;
  }

  /** Lists the tools of the server. Listing has no effect, so it is retried after a failure. */
  async list(): Promise<readonly McpToolDefinition[]> {
    const { limits } = this.#parts;
    const signal = AbortSignal.timeout(limits.connectTimeoutMs + limits.listTimeoutMs);
    return repeat(() => this.#listOnce(signal), { ...this.#parts, signal });
  }

  /** Calls a tool if its definition is unchanged. */
  async call({
    definition,
    shown,
    args,
    isRepeatable,
    signal: caller,
    ...relay
  }: McpCall): Promise<McpCallResult> {
    return withDeadline(this.#parts.limits.callTimeoutMs, caller, async (signal) => {
      const repetition = { ...this.#parts, signal };
      const requireUnchanged = () => this.#requireUnchanged(definition, signal);
      const call = async () =>
        (await this.#open()).callTool(definition.name, args, { ...relay, definition: shown, signal });
      if (isRepeatable) return repeat(() => requireUnchanged().then(call), repetition);
      await repeat(requireUnchanged, repetition);
      return call();
    });
  }

  /** Returns the protocol of the server besides its tools. Throws if the client supports only tools. */
  async peer(): Promise<McpPeer> {
    const { peer } = await this.#open();
    if (peer) return peer;
    const failure = { code: 'AGENTS-E-MCP-SCHEMA', serverId: this.server.server_id } as const;
    throw mcpError(failure, 'Its client supports only tools.', 'Use the default client of the gateway.');
  }

  /** Lists the tools again before the next call. */
  expireList(): void {
    this.#listed = undefined;
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
      const tools = await client.listTools(signal);
      this.#listed = { tools, at: performance.now() };
      return tools;
    } catch (error) {
      // A server that cannot list its tools is considered stuck. The next use opens a new connection or starts a new
      // process.
      if (isUnreachable(error)) await this.#drop(client);
      throw error;
    }
  }

  /** Throws if the server changed the definition between the review and the call. */
  async #requireUnchanged(seen: McpToolDefinition, signal: AbortSignal): Promise<void> {
    const { relistAfterMs } = this.#parts.limits;
    const isCurrent = this.#listed && performance.now() - this.#listed.at < relistAfterMs;
    const tools = isCurrent && this.#listed ? this.#listed.tools : await this.#listOnce(signal);
    const listed = tools.filter(({ name }) => name === seen.name);
    const [now] = listed;
    const isSame = listed.length === 1 && now !== undefined && this.#digestOf(now) === this.#digestOf(seen);
    if (isSame) return;
    throw mcpError(
      { code: 'AGENTS-E-MCP-SCHEMA', serverId: this.server.server_id, tool: seen.name },
      'The server changed the definition after it was reviewed, so the tool was not called.',
      'Review the new definition with introspect(), accept it, and create the tools again.',
    );
  }

  #digestOf(definition: McpToolDefinition): string {
    const digest = this.#digests.get(definition) ?? definitionDigest(this.server, definition);
    this.#digests.set(definition, digest);
    return digest;
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
      this.#listed = undefined;
      this.#client = undefined;
      this.#opening = undefined;
    }
    await client.close();
  }

  #closedError(): Error {
    const failure = { code: 'AGENTS-E-MCP-UNREACHABLE', serverId: this.server.server_id } as const;
    return mcpError(failure, 'The gateway was closed.', 'Register the server with a new gateway.');
  }
}

/**
 * Performs work with a signal that aborts after a time, or with the signal of the caller. Nothing of it remains afterwards, unlike
 * with `AbortSignal.timeout`, whose timer exists until the time has passed.
 */
async function withDeadline<T>(
  ms: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const timer = setTimeout(
    () => end.abort(new DOMException('The time is over.', 'TimeoutError')),
    ms,
  ).unref();
  const leave = () => end.abort(caller?.reason);
  if (caller?.aborted) leave();
  caller?.addEventListener('abort', leave);
  try {
    return await work(end.signal);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', leave);
  }
}

/** Waits for a time or until the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Retries with a delay that doubles, while the server cannot be reached and the deadline has not passed. */
async function repeat<T>(
  attempt: () => Promise<T>,
  { limits, sleep, signal }: { limits: McpLimits; sleep: Sleep; signal: AbortSignal },
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || tries >= limits.retries || !(await isTransient(error))) throw error;
      await sleep(limits.retryDelayMs * 2 ** tries, signal);
    }
  }
}

async function isTransient(error: unknown): Promise<boolean> {
  if (!isUnreachable(error)) return false;
  const { isAccessDenied } = await import('./connect/explain-failure.ts');
  return !isAccessDenied(propertyOf(error, 'cause'));
}
