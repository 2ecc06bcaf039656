import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { mcpToolDefinitionSchema, type McpToolDefinition } from './mcp-tool-definition.ts';
import { explainFailure } from './explain-failure.ts';
import type { McpCallOptions, McpCallResult, McpClient } from './mcp-client.ts';
import type { McpLimits } from './mcp-limits.ts';
import { withAuthorization } from './with-authorization.ts';

const definitionsSchema = z.array(mcpToolDefinitionSchema);

/** A connection that uses the official client. */
export class SdkMcpClient implements McpClient {
  readonly #client: Client;
  readonly #serverId: string;
  readonly #limits: McpLimits;
  readonly #authorize: (() => Promise<void>) | undefined;
  readonly #end: () => Promise<void>;
  #isOpen = true;

  constructor(
    client: Client,
    parts: {
      readonly serverId: string;
      readonly limits: McpLimits;
      readonly authorize?: (() => Promise<void>) | undefined;
      readonly end: () => Promise<void>;
    },
  ) {
    this.#client = client;
    this.#serverId = parts.serverId;
    this.#limits = parts.limits;
    this.#authorize = parts.authorize;
    this.#end = parts.end;
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
      const timeout = this.#limits.listTimeoutMs;
      const options = { cacheMode: 'refresh', signal, timeout } as const;
      const { tools } = await withAuthorization(
        () => this.#client.listTools(undefined, options),
        this.#authorize,
      );
      return definitionsSchema.parse(tools);
    } catch (cause) {
      throw explainFailure(cause, { serverId: this.#serverId, signal });
    }
  }

  async callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { definition, signal }: McpCallOptions,
  ): Promise<McpCallResult> {
    try {
      const timeout = this.#limits.callTimeoutMs;
      const toolDefinition = toolSchema.parse(definition);
      const options = { signal, timeout, toolDefinition };
      // A server that requests a broader scope has not executed the call yet.
      return await withAuthorization(
        () => this.#client.callTool({ name, arguments: { ...args } }, options),
        this.#authorize,
      );
    } catch (cause) {
      throw explainFailure(cause, { serverId: this.#serverId, tool: name, signal });
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#end().catch(() => undefined);
    await this.#client.close().catch(() => undefined);
  }
}

const toolSchema = z.object({
  name: z.string(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  outputSchema: z.looseObject({}).optional(),
});
