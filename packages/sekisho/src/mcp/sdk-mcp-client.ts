import {
  type Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { mcpToolDefinitionSchema, type McpToolDefinition } from '../contracts/mcp-tool-definition.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { McpCallOptions, McpCallResult, McpClient } from './mcp-client.ts';
import { mcpError } from './mcp-error.ts';
import type { McpLimits } from './mcp-limits.ts';
import { withAuthorization } from './with-authorization.ts';

const definitionsSchema = z.array(mcpToolDefinitionSchema);

/** A connection through the official client. */
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
      throw this.#explain(cause, undefined, signal);
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
      // Who wants more rights first has not done anything yet.
      return await withAuthorization(
        () => this.#client.callTool({ name, arguments: { ...args } }, options),
        this.#authorize,
      );
    } catch (cause) {
      throw this.#explain(cause, name, signal);
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#end().catch(() => undefined);
    await this.#client.close().catch(() => undefined);
  }

  #explain(cause: unknown, tool: string | undefined, signal: AbortSignal): SekishoError {
    if (cause instanceof SekishoError) return cause;
    const about = { serverId: this.#serverId, tool, cause };
    if (signal.aborted || isTimeout(cause)) {
      const remedy = 'Check that it works, or raise the time limit.';
      return mcpError({
        ...about,
        code: 'AGENTS-E-MCP-UNREACHABLE',
        what: 'It did not answer in time.',
        remedy,
      });
    }
    const said = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof z.ZodError || isMalformed(cause)) {
      const remedy = 'Report it to the maker of the server, or use another version.';
      return mcpError({
        ...about,
        code: 'AGENTS-E-MCP-SCHEMA',
        what: `Its answer is not valid. ${said}`,
        remedy,
      });
    }
    if (cause instanceof ProtocolError) {
      const remedy = 'Read its message and change the arguments or the server.';
      return mcpError({
        ...about,
        code: 'AGENTS-E-MCP-EXEC',
        what: `It refused the request. ${said}`,
        remedy,
      });
    }
    const remedy = 'Check that it runs and that its address and credentials are right.';
    return mcpError({
      ...about,
      code: 'AGENTS-E-MCP-UNREACHABLE',
      what: `The connection failed. ${said}`,
      remedy,
    });
  }
}

const toolSchema = z.object({
  name: z.string(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  outputSchema: z.looseObject({}).optional(),
});

const MALFORMED: ReadonlySet<string> = new Set([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.ListPaginationExceeded,
  SdkErrorCode.ClientHttpUnexpectedContent,
]);

// The official client reports a result that breaks its own output schema with the code of a refusal by the server.
const OUTPUT_MISMATCH =
  /^(?:MCP error -?\d+: )?(?:Structured content does not match|Failed to validate structured content|Tool .{1,300} has an (?:output schema but|invalid outputSchema))/;

function isMalformed(cause: unknown): boolean {
  if (cause instanceof ProtocolError) return OUTPUT_MISMATCH.test(cause.message);
  return (
    cause instanceof SdkError &&
    !(cause instanceof SdkHttpError && cause.status >= 500) &&
    MALFORMED.has(cause.code)
  );
}

const isTimeout = (cause: unknown): boolean =>
  cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout;
