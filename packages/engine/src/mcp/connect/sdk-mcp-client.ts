import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  isInputRequiredResult,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  UnauthorizedError,
  type Client,
  type JsonSchemaValidator,
  type McpSubscription,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { messageOf } from '../../audit/describe-error.ts';
import type { McpCallOptions, McpCallResult, McpClient, McpPeer, McpRelayOptions } from '../mcp-client.ts';
import type { McpLimits } from '../mcp-server-config.ts';
import { mcpToolDefinitionSchema, type McpToolDefinition } from '../tools/mcp-tool.ts';
import { BoundedOutputValidator } from './bounded-output-validator.ts';
import { explainFailure } from './explain-failure.ts';

const definitionsSchema = z.array(mcpToolDefinitionSchema);

interface ClientParts {
  readonly serverId: string;
  readonly limits: McpLimits;
  readonly authorize?: (() => Promise<void>) | undefined;
  readonly end: () => Promise<void>;
}

/** A definition as the official client needs it. That client would compile the output schema for each call. */
interface PreparedTool {
  readonly toolDefinition: Omit<z.output<typeof toolSchema>, 'outputSchema'>;
  readonly validate: JsonSchemaValidator<unknown> | undefined;
}

/** A connection that uses the official client. */
export class SdkMcpClient implements McpClient {
  readonly #client: Client;
  readonly #parts: ClientParts;
  /** The subscriptions to resources at a server of the 2026 protocol, by URI. */
  readonly #subscriptions = new Map<string, McpSubscription>();
  readonly #prepared = new WeakMap<McpToolDefinition, PreparedTool>();
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
      const { toolDefinition, validate } = this.#prepare(definition);
      const options = { ...this.#options(relay), signal };
      const params = { name, arguments: { ...args }, ...this.#metaOf(relay) };
      // A server that requests a broader scope has not executed the call yet.
      const call = (extra: object = {}) =>
        withAuthorization(
          () => this.#client.callTool({ ...params, ...extra }, { ...options, toolDefinition }),
          this.#parts.authorize,
        );
      const result = await (relay.provideInput ? withInput(relay.provideInput, call) : call());
      if (validate) requireOutput(name, result, validate);
      return result;
    } catch (cause) {
      throw explainFailure(cause, { serverId: this.#parts.serverId, tool: name, signal });
    }
  }

  #prepare(definition: McpToolDefinition): PreparedTool {
    const known = this.#prepared.get(definition);
    if (known) return known;
    const { outputSchema, ...toolDefinition } = toolSchema.parse(definition);
    const prepared = {
      toolDefinition,
      validate: outputSchema && outputValidator(definition.name, outputSchema),
    };
    this.#prepared.set(definition, prepared);
    return prepared;
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
      const all = { ...params, ...this.#metaOf(relay) };
      const options = { ...this.#options(relay), signal };
      const send = (extra: object = {}) =>
        withAuthorization(
          () => this.#client.request({ method, params: { ...all, ...extra } }, resultSchema, options),
          this.#parts.authorize,
        );
      if (this.#client.getProtocolEra() === 'modern' && (await this.#listens(method, params))) return {};
      return await (relay.provideInput ? withInput(relay.provideInput, send) : send());
    } catch (cause) {
      throw explainFailure(cause, { serverId: this.#parts.serverId, signal });
    }
  }

  /** Performs a subscription of the 2025 protocol at a server of the 2026 one. Returns false for other methods. */
  async #listens(method: string, { uri }: Readonly<Record<string, unknown>>): Promise<boolean> {
    const isOpening = method === 'resources/subscribe';
    if ((!isOpening && method !== 'resources/unsubscribe') || typeof uri !== 'string') return false;
    if (isOpening && !this.#subscriptions.has(uri))
      this.#subscriptions.set(uri, await this.#client.listen({ resourceSubscriptions: [uri] }));
    if (isOpening) return true;
    await this.#subscriptions.get(uri)?.close();
    this.#subscriptions.delete(uri);
    return true;
  }

  #options({ onProgress, provideInput }: McpRelayOptions) {
    const timeout = this.#parts.limits.callTimeoutMs;
    const options = { timeout, ...(provideInput && { allowInputRequired: true }) };
    return onProgress ? { ...options, onprogress: onProgress, resetTimeoutOnProgress: true } : options;
  }

  #metaOf({ meta }: McpRelayOptions) {
    if (meta === undefined) return {};
    const isModern = this.#client.getProtocolEra() === 'modern';
    const own = Object.entries(meta).filter(
      ([key]) => isModern || !key.startsWith('io.modelcontextprotocol/'),
    );
    return { _meta: Object.fromEntries(own) };
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#parts.end().catch(() => undefined);
    await this.#client.close().catch(() => undefined);
  }
}

const resultSchema = z.looseObject({});

const toolSchema = z.object({
  name: z.string(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  outputSchema: z.looseObject({}).optional(),
});

const MAX_INPUT_ROUNDS = 10;

/** Repeats a request with the input that the server requires, until it returns a result. */
async function withInput<T extends object>(
  provideInput: NonNullable<McpRelayOptions['provideInput']>,
  send: (extra?: object) => Promise<T>,
): Promise<T> {
  let result = await send();
  for (let round = 0; isInputRequiredResult(result) && round < MAX_INPUT_ROUNDS; round += 1) {
    const { inputRequests = {}, requestState } = result;
    const inputResponses = Object.keys(inputRequests).length > 0 ? await provideInput(inputRequests) : {};
    result = await send({ inputResponses, ...(requestState !== undefined && { requestState }) });
  }
  if (!isInputRequiredResult(result)) return result;
  throw new SdkError(
    SdkErrorCode.InputRequiredRoundsExceeded,
    `It required input ${MAX_INPUT_ROUNDS} times.`,
  );
}

function outputValidator(name: string, schema: Record<string, unknown>): JsonSchemaValidator<unknown> {
  try {
    return new BoundedOutputValidator().getValidator(schema);
  } catch (cause) {
    const reason = messageOf(cause).slice(0, 200);
    throw new ProtocolError(INVALID_PARAMS, `Tool '${name}' has an invalid outputSchema: ${reason}`);
  }
}

/** Validates the structured content of a result, as the official client does. */
function requireOutput(
  name: string,
  { structuredContent, isError }: McpCallResult,
  validate: JsonSchemaValidator<unknown>,
): void {
  if (isError === true) return;
  if (structuredContent === undefined)
    throw new ProtocolError(
      INVALID_REQUEST,
      `Tool ${name} has an output schema but did not return structured content`,
    );
  const { valid, errorMessage } = validate(structuredContent);
  if (valid) return;
  throw new ProtocolError(
    INVALID_PARAMS,
    `Structured content does not match the tool's output schema: ${errorMessage}`,
  );
}

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
