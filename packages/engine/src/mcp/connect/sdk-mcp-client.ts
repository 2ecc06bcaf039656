import { UnauthorizedError, type Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { McpCallOptions, McpCallResult, McpClient, McpPeer, McpRelayOptions } from '../mcp-client.ts';
import type { McpLimits } from '../mcp-server-config.ts';
import { mcpToolDefinitionSchema, type McpToolDefinition } from '../tools/mcp-tool.ts';
import { explainFailure } from './explain-failure.ts';

const definitionsSchema = z.array(mcpToolDefinitionSchema);

/** The server of a connection and how to authorize and end it. */
interface ClientParts {
  readonly serverId: string;
  readonly limits: McpLimits;
  readonly authorize?: (() => Promise<void>) | undefined;
  readonly end: () => Promise<void>;
}

/** A connection that uses the official client. */
export class SdkMcpClient implements McpClient {
  readonly #client: Client;
  readonly #parts: ClientParts;
  #isOpen = true;

  constructor(client: Client, parts: ClientParts) {
    this.#client = client;
    this.#parts = parts;
    Object.assign(client, {
      onclose: () => {
        this.#isOpen = false;
      },
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async listTools(signal: AbortSignal): Promise<readonly McpToolDefinition[]> {
    try {
      const timeout = this.#parts.limits.listTimeoutMs;
      const options = { cacheMode: 'refresh', signal, timeout } as const;
      const { tools } = await withAuthorization(
        () => this.#client.listTools(undefined, options),
        this.#parts.authorize,
      );
      return definitionsSchema.parse(tools);
    } catch (cause) {
      throw explainFailure(cause, { serverId: this.#parts.serverId, signal });
    }
  }

  async callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { definition, signal, ...relay }: McpCallOptions,
  ): Promise<McpCallResult> {
    try {
      const options = { ...this.#options(relay), signal, toolDefinition: toolSchema.parse(definition) };
      const params = { name, arguments: { ...args }, ...metaOf(relay) };
      // A server that requests a broader scope has not executed the call yet.
      return await withAuthorization(() => this.#client.callTool(params, options), this.#parts.authorize);
    } catch (cause) {
      throw explainFailure(cause, { serverId: this.#parts.serverId, tool: name, signal });
    }
  }

  get peer(): McpPeer {
    const instructions = this.#client.getInstructions();
    return {
      capabilities: { ...this.#client.getServerCapabilities() },
      ...(instructions === undefined ? {} : { instructions }),
      request: (method, params, relay) => this.#request(method, params, relay),
    };
  }

  async #request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    relay: McpRelayOptions,
  ): Promise<Record<string, unknown>> {
    const signal = relay.signal ?? AbortSignal.timeout(this.#parts.limits.callTimeoutMs);
    try {
      const request = { method, params: { ...params, ...metaOf(relay) } };
      const options = { ...this.#options(relay), signal };
      return await withAuthorization(
        () => this.#client.request(request, resultSchema, options),
        this.#parts.authorize,
      );
    } catch (cause) {
      throw explainFailure(cause, { serverId: this.#parts.serverId, signal });
    }
  }

  #options({ onProgress }: McpRelayOptions) {
    const timeout = this.#parts.limits.callTimeoutMs;
    return onProgress ? { timeout, onprogress: onProgress, resetTimeoutOnProgress: true } : { timeout };
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#parts.end().catch(() => undefined);
    await this.#client.close().catch(() => undefined);
  }
}

const resultSchema = z.looseObject({});

const metaOf = ({ meta }: McpRelayOptions) => (meta === undefined ? {} : { _meta: { ...meta } });

const toolSchema = z.object({
  name: z.string(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  outputSchema: z.looseObject({}).optional(),
});

const MAX_CONSENTS = 2;

/**
 * Runs an operation. After each rejection that requires the user's consent it requests the consent and runs the
 * operation again, a limited number of times.
 */
export async function withAuthorization<T>(
  attempt: () => Promise<T>,
  authorize: (() => Promise<void>) | undefined,
): Promise<T> {
  for (let consents = 0; ; consents += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || !authorize || consents >= MAX_CONSENTS) throw error;
      await authorize();
    }
  }
}
