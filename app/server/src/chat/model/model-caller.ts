import {
  buildRequest,
  estimateCost,
  resolveModel,
  ResponsesError,
  toResponsesInput,
  type ErrorCode,
  type ModelRegistry,
  type Progress,
  type ResponseOutcome,
  type ResponsesClient,
  type RunResult,
} from '@sekisho/responses';
import type { ResponderResult, ResponseUsage } from '../conversation/ai-conversation-responder.ts';

/** The options of model calls. */
export type ModelCallerOptions = {
  client: ResponsesClient;
  registry: ModelRegistry;
  model: string;
  temperature: number;
  maxTokens: number;
  clock: () => number;
  /** False when calls have no cost, as in a simulation. */
  isPaid: boolean;
  /** Waits between two attempts. */
  wait: (ms: number) => Promise<void>;
};

/** One call: the instructions, the messages so far, and the available tools. */
export type ModelCall = {
  instructions: string;
  messages: readonly unknown[];
  tools?: readonly unknown[];
  toolChoice?: string;
  stream: boolean;
  onProgress?: (progress: Progress) => void;
  /** Called before a second attempt. */
  onRestart?: (() => void) | undefined;
  /** True for a call that improves an existing response. It is attempted once. */
  isRepair?: boolean | undefined;
};

/** The response with its cost. */
export type ModelCallResult =
  | { ok: true; outcome: ResponseOutcome; usage: ResponseUsage; model: string; retryCount: number }
  | Failure;

const MAX_ATTEMPTS = 2;
const BACKOFF_MS = 1500;
/** There is no second attempt when the API requests a longer wait than this. */
const MAX_WAIT_MS = 60_000;

/**
 * Calls OpenAI's Responses API. A temporary failure gets a second attempt, also after a timeout or a lost connection,
 * where the first attempt may have been billed.
 */
export class ModelCaller {
  readonly #options: ModelCallerOptions;

  constructor(options: ModelCallerOptions) {
    this.#options = options;
  }

  async call(request: ModelCall): Promise<ModelCallResult> {
    const attempts = request.isRepair === true ? 1 : MAX_ATTEMPTS;
    for (let retryCount = 0; ; retryCount += 1) {
      const result = await this.#attempt(request);
      if (result.ok) {
        const { outcome } = result;
        const model = outcome.model ?? this.#options.model;
        return { ok: true, outcome, usage: this.#readUsage(outcome), model, retryCount };
      }
      const delay = retryCount + 1 < attempts ? retryDelay(result.error) : undefined;
      if (delay === undefined) return readFailure(result.error, retryCount);
      await this.#options.wait(delay);
      request.onRestart?.();
    }
  }

  async #attempt(request: ModelCall): Promise<RunResult | { ok: false; error: ResponsesError }> {
    const { onProgress } = request;
    try {
      return await this.#options.client.run(
        this.#buildParams(request),
        onProgress === undefined ? {} : { onProgress },
      );
    } catch (error) {
      if (error instanceof ResponsesError) return { ok: false, error };
      throw error;
    }
  }

  #buildParams({ instructions, messages, tools, toolChoice, stream }: ModelCall) {
    const { registry, model: requested, temperature, maxTokens } = this.#options;
    const { model, entry = registry.nearest(model) } = this.#resolve(requested);
    const { params } = buildRequest({
      model,
      ...(entry === undefined ? {} : { entry }),
      instructions,
      input: toResponsesInput(messages),
      // The limit includes hidden reasoning, which would leave no tokens for the response.
      parameters: {
        max_output_tokens: maxTokens,
        reasoning_effort: 'none',
        ...(toolChoice === undefined ? {} : { tool_choice: toolChoice }),
      },
      ...(tools === undefined ? {} : { tools }),
      stream,
      store: false,
    });
    // Reasoning models reject a temperature.
    return entry?.efforts.length === 0 ? { ...params, temperature } : params;
  }

  #resolve(requested: string) {
    const { registry, clock } = this.#options;
    return resolveModel(registry, requested, { now: clock() });
  }

  #readUsage({ usage }: ResponseOutcome): ResponseUsage {
    const price = this.#resolve(this.#options.model).entry?.price;
    const isPriced = this.#options.isPaid && price !== undefined && usage !== undefined;
    return {
      promptTokens: usage?.inputTokens,
      completionTokens: usage?.outputTokens,
      totalTokens: usage?.totalTokens ?? 0,
      costUsd: isPriced ? estimateCost(usage, price) : undefined,
    };
  }
}

const TEMPORARY: Partial<Record<ErrorCode, Failure['code']>> = {
  rate_limited: 'RateLimited',
  quota_exhausted: 'RateLimited',
  timed_out: 'Timeout',
  server_error: 'OpenAIUnavailable',
  connection_failed: 'OpenAIUnavailable',
  stream_interrupted: 'OpenAIUnavailable',
  upstream_shape: 'OpenAIUnavailable',
};

type Failure = Extract<ResponderResult, { ok: false }>;

/** Returns the wait before the second attempt. Undefined when a second attempt cannot succeed. */
function retryDelay({ code, upstream }: ResponsesError): number | undefined {
  const isPermanent = code === 'quota_exhausted' || upstream.isFinal === true;
  if (isPermanent || TEMPORARY[code] === undefined) return undefined;
  const { retryAfterMs = BACKOFF_MS } = upstream;
  return retryAfterMs > MAX_WAIT_MS ? undefined : retryAfterMs;
}

function readFailure({ code }: ResponsesError, retryCount: number): Failure {
  return {
    ok: false,
    code: TEMPORARY[code] ?? 'OpenAIUnavailable',
    errorType: code,
    isTemporary: TEMPORARY[code] !== undefined,
    isContextTooLong: code === 'context_length_exceeded',
    retryCount,
  };
}
