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
} from '@sekisho/responses';
import type {
  AIConversationErrorCode,
  ResponderResult,
  ResponseUsage,
} from '../domain/ai-conversation-responder.ts';

/** How the model is asked. */
export type ModelCallerOptions = {
  client: ResponsesClient;
  registry: ModelRegistry;
  model: string;
  temperature: number;
  maxTokens: number;
  clock: () => number;
  /** False when nobody pays, as in a simulation. */
  isPaid: boolean;
};

/** One call: the instructions, what was said so far, and the tools that may be used. */
export type ModelCall = {
  instructions: string;
  messages: readonly unknown[];
  tools?: readonly unknown[];
  toolChoice?: string;
  stream: boolean;
  onProgress?: (progress: Progress) => void;
};

/** What came back, with what it cost. */
export type ModelCallResult =
  | { ok: true; outcome: ResponseOutcome; usage: ResponseUsage; model: string; retryCount: number }
  | Extract<ResponderResult, { ok: false }>;

/** Calls OpenAI's Responses API; repeating what is safe to repeat is the client's work. */
export class ModelCaller {
  readonly #options: ModelCallerOptions;

  constructor(options: ModelCallerOptions) {
    this.#options = options;
  }

  async call(request: ModelCall): Promise<ModelCallResult> {
    const { client } = this.#options;
    const { onProgress } = request;
    try {
      const options = onProgress === undefined ? {} : { onProgress };
      const result = await client.run(this.#buildParams(request), options);
      const retryCount = result.attempts - 1;
      if (!result.ok) return readFailure(result.error, retryCount);
      const { outcome } = result;
      const model = outcome.model ?? this.#options.model;
      return { ok: true, outcome, usage: this.#readUsage(outcome), model, retryCount };
    } catch (error) {
      if (error instanceof ResponsesError) return readFailure(error, 0);
      throw error;
    }
  }

  #buildParams({ instructions, messages, tools, toolChoice, stream }: ModelCall) {
    const { registry, model: wished, temperature, maxTokens } = this.#options;
    const { model, entry = registry.nearest(model) } = this.#resolve(wished);
    const { params } = buildRequest({
      model,
      ...(entry === undefined ? {} : { entry }),
      instructions,
      input: toResponsesInput(messages),
      // The limit counts hidden reasoning too, which would leave no room for the answer.
      parameters: {
        max_output_tokens: maxTokens,
        reasoning_effort: 'none',
        ...(toolChoice === undefined ? {} : { tool_choice: toolChoice }),
      },
      ...(tools === undefined ? {} : { tools }),
      stream,
      store: false,
    });
    // Models that reason refuse a temperature.
    return entry?.efforts.length === 0 ? { ...params, temperature } : params;
  }

  #resolve(wished: string) {
    const { registry, clock } = this.#options;
    return resolveModel(registry, wished, { now: clock() });
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

const TEMPORARY: Partial<Record<ErrorCode, AIConversationErrorCode>> = {
  rate_limited: 'RateLimited',
  quota_exhausted: 'RateLimited',
  timed_out: 'Timeout',
  server_error: 'OpenAIUnavailable',
  connection_failed: 'OpenAIUnavailable',
  stream_interrupted: 'OpenAIUnavailable',
  upstream_shape: 'OpenAIUnavailable',
};

function readFailure({ code }: ResponsesError, retryCount: number): Extract<ResponderResult, { ok: false }> {
  return {
    ok: false,
    code: TEMPORARY[code] ?? 'OpenAIUnavailable',
    errorType: code,
    isTemporary: TEMPORARY[code] !== undefined,
    isContextTooLong: code === 'context_length_exceeded',
    retryCount,
  };
}
