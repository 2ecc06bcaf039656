import {
  buildRequest,
  estimateCost,
  resolveModel,
  ResponsesError,
  toResponsesInput,
  type ErrorCode,
  type ModelRegistry,
  type ResponseOutcome,
  type ResponsesClient,
} from '@sekisho/responses';
import type {
  AIConversationErrorCode,
  AIConversationResponder,
  AskOptions,
  ResponderResult,
} from '../domain/ai-conversation-responder.ts';
import type { ChatMessage } from '../domain/conversation.ts';

/** How the model is asked. */
export type OpenAIServiceOptions = {
  client: ResponsesClient;
  registry: ModelRegistry;
  model: string;
  temperature: number;
  maxTokens: number;
  clock: () => number;
  /** False when nobody pays, as in a simulation. */
  isPaid: boolean;
};

/** Asks OpenAI's Responses API; repeating what is safe to repeat is the client's work. */
export class OpenAIService implements AIConversationResponder {
  readonly #options: OpenAIServiceOptions;

  constructor(options: OpenAIServiceOptions) {
    this.#options = options;
  }

  async generateResponse(
    messages: readonly ChatMessage[],
    options: AskOptions = {},
  ): Promise<ResponderResult> {
    const { client } = this.#options;
    const { onText } = options;
    try {
      const result = await client.run(this.#buildParams(messages, onText !== undefined), {
        onProgress: (progress) => {
          if (progress.type === 'text' && progress.phase !== 'commentary') onText?.(progress.delta);
        },
      });
      return result.ok
        ? this.#readAnswer(result.outcome, result.attempts - 1)
        : readFailure(result.error, result.attempts - 1);
    } catch (error) {
      if (error instanceof ResponsesError) return readFailure(error, 0);
      throw error;
    }
  }

  #buildParams(messages: readonly ChatMessage[], stream: boolean) {
    const { registry, model: wished, temperature, maxTokens } = this.#options;
    const { model, entry = registry.nearest(model) } = this.#resolve(wished);
    const { params } = buildRequest({
      model,
      ...(entry === undefined ? {} : { entry }),
      instructions: messages
        .flatMap(({ role, content }) => (role === 'system' ? [content] : []))
        .join('\n\n'),
      input: toResponsesInput(messages.filter(({ role }) => role !== 'system')),
      // The limit counts hidden reasoning too, which would leave no room for the answer.
      parameters: { max_output_tokens: maxTokens, reasoning_effort: 'none' },
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

  #readAnswer(outcome: ResponseOutcome, retryCount: number): ResponderResult {
    const { usage } = outcome;
    const price = this.#resolve(this.#options.model).entry?.price;
    const isPriced = this.#options.isPaid && price !== undefined && usage !== undefined;
    return {
      ok: true,
      content: outcome.answer === '' ? (outcome.refusal ?? '') : outcome.answer,
      model: outcome.model ?? this.#options.model,
      retryCount,
      usage: {
        promptTokens: usage?.inputTokens,
        completionTokens: usage?.outputTokens,
        totalTokens: usage?.totalTokens ?? 0,
        costUsd: isPriced ? estimateCost(usage, price) : undefined,
      },
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

function readFailure({ code }: ResponsesError, retryCount: number): ResponderResult {
  return {
    ok: false,
    code: TEMPORARY[code] ?? 'OpenAIUnavailable',
    errorType: code,
    isTemporary: TEMPORARY[code] !== undefined,
    isContextTooLong: code === 'context_length_exceeded',
    retryCount,
  };
}
