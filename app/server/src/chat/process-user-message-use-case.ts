import { ServiceError } from '../errors/service-error.ts';
import type { AuditLog, Metrics, RateLimiter } from '../observability/observability.ts';
import { auditHash } from './audit-hash.ts';
import type { ChatStore } from './chat-store.ts';
import type { AIConversationService, ProcessMessageOutput } from './conversation/ai-conversation-service.ts';
import type { ChatMessage } from './conversation/conversation.ts';
import { LLMOutputParser } from './draft/llm-output-parser.ts';
import type { TemplateDraftParseResult } from './draft/template-draft.ts';
import type { LiveHub } from './live/live-hub.ts';
import { findWarnings, makeReply } from './make-reply.ts';
import type { MessageReply } from './message-reply.ts';
import { estimateTokens } from './prompt/estimate-tokens.ts';
import { contextBudget, HistoryAssembler } from './prompt/history-assembler.ts';
import { PromptBuilder, type DraftStrategy } from './prompt/prompt-builder.ts';
import type { TokenCalibration } from './prompt/token-calibration.ts';
import { streamProse } from './prose-stream.ts';
import { RequestLedger } from './request-ledger.ts';
import { queueKeyOf, type SessionQueue } from './session-queue.ts';

/** The dependencies of the use case. */
export type ProcessUserMessageOptions = {
  store: ChatStore;
  service: AIConversationService;
  rateLimiter: RateLimiter;
  metrics: Metrics;
  audit: AuditLog;
  live: LiveHub;
  queue: SessionQueue;
  calibration: TokenCalibration;
  clock: () => number;
  makeId: () => string;
  auditSalt: string | undefined;
  strategy: DraftStrategy;
  /** The model that determines the context window, and the size of that window. */
  model: string;
  modelContextLimit: number;
  responseMaxTokens: number;
  historyWindow: number;
  /** How long a request counts as in progress. It must be longer than the slowest response. */
  claimMs: number;
};

/** One message of a user, and the callbacks for its response. */
export type UserMessage = {
  sessionId: string;
  userId: string;
  message: string;
  idempotencyKey?: string | undefined;
  /** The id of this message in live events. Generated when omitted. */
  requestId?: string | undefined;
  onText?: ((text: string) => void) | undefined;
  onDraft?: (() => void) | undefined;
  /** Called when the text so far is discarded because another attempt begins. */
  onRestart?: (() => void) | undefined;
};

/**
 * Processes a message: builds the prompt with history, calls the model, parses the response, and stores everything
 * before it replies.
 */
export class ProcessUserMessageUseCase {
  readonly #options: ProcessUserMessageOptions;
  readonly #prompts: PromptBuilder;
  readonly #parser = new LLMOutputParser();
  readonly #history: HistoryAssembler;
  readonly #ledger: RequestLedger;
  readonly #inProgress = new Set<Promise<unknown>>();
  #isEnding = false;

  constructor(options: ProcessUserMessageOptions) {
    this.#options = options;
    this.#prompts = new PromptBuilder(options.strategy);
    this.#history = new HistoryAssembler(options.store);
    this.#ledger = new RequestLedger(options.store, options.claimMs);
  }

  async execute(request: UserMessage): Promise<MessageReply> {
    // A message that arrives during a response must find that response in its history.
    const queueKey = queueKeyOf(request.userId, request.sessionId);
    return this.#options.queue.run(queueKey, () => this.#beginTurn(request));
  }

  /** Rejects new messages and waits for responses in progress: they are billed and must be stored. */
  async drain(): Promise<void> {
    this.#isEnding = true;
    await Promise.allSettled(this.#inProgress);
  }

  async #beginTurn(request: UserMessage): Promise<MessageReply> {
    if (this.#isEnding) {
      const facts = { retryAfterMs: 5000 };
      throw new ServiceError('ServiceEnding', 'The service is shutting down. Retry in a moment.', facts);
    }
    const turn = this.#processTurn(request);
    this.#inProgress.add(turn);
    return turn.finally(() => this.#inProgress.delete(turn));
  }

  async #processTurn(request: UserMessage): Promise<MessageReply> {
    const { store, live, makeId, metrics } = this.#options;
    const session = await store.getSession(request.userId, request.sessionId);
    if (session === undefined) throw new ServiceError('NotFound', 'There is no such session.');
    const earlier = await this.#ledger.begin(request);
    if (earlier !== undefined) return earlier;
    try {
      this.#checkRate(request.userId);
      const requestId = request.requestId ?? makeId();
      const systemPrompt = this.#prompts.buildSystemPrompt(session.context);
      const reply = await this.#answer(this.#withLiveEvents(request, requestId), systemPrompt);
      live.publishReply(request.userId, requestId, reply);
      return reply;
    } catch (error) {
      metrics.count('chat_failures_total');
      await this.#ledger.release(request);
      throw error;
    }
  }

  /** Returns the request with callbacks that publish to the open connections of its user, if there are any. */
  #withLiveEvents(request: UserMessage, requestId: string): UserMessage {
    const { live } = this.#options;
    const { userId, sessionId } = request;
    if (live.count(userId) === 0) return request;
    return {
      ...request,
      onText: (text) => {
        request.onText?.(text);
        live.publish(userId, { type: 'message.delta', sessionId, requestId, text });
      },
      onDraft: () => {
        request.onDraft?.();
        live.publish(userId, {
          type: 'message.draft',
          sessionId,
          requestId,
          template: { status: 'writing' },
        });
      },
      onRestart: () => {
        request.onRestart?.();
        live.publish(userId, { type: 'message.restart', sessionId, requestId });
      },
    };
  }

  #checkRate(userId: string): void {
    const { isAllowed, retryAfterMs } = this.#options.rateLimiter.take(userId);
    if (isAllowed) return;
    throw new ServiceError('RateLimited', 'Too many messages. Wait and retry.', { retryAfterMs });
  }

  async #answer(request: UserMessage, systemPrompt: string): Promise<MessageReply> {
    const { service, clock, metrics } = this.#options;
    const startedAt = clock();
    const history = await this.#assembleHistory(request, systemPrompt);
    const { message } = request;
    const words = streamProse(request);
    const output = await service.processMessage({ systemPrompt, history, message, ...words.watch });
    words.end();
    const durationMs = clock() - startedAt;
    metrics.observe('chat_answer_seconds', durationMs / 1000);
    return this.#finish(request, output, durationMs);
  }

  #assembleHistory({ sessionId, message }: UserMessage, systemPrompt: string): Promise<ChatMessage[]> {
    const { model, modelContextLimit, responseMaxTokens, historyWindow, calibration } = this.#options;
    const systemTokens = estimateTokens(systemPrompt);
    const budget = contextBudget({ modelContextLimit, responseMaxTokens, systemTokens });
    const maxTokensBudget = budget / calibration.ratio(model) - estimateTokens(message);
    return this.#history.build(sessionId, { windowSize: historyWindow, maxTokensBudget });
  }

  async #finish(
    request: UserMessage,
    output: ProcessMessageOutput,
    durationMs: number,
  ): Promise<MessageReply> {
    const { audit, metrics } = this.#options;
    const { sessionId } = request;
    if (output.kind !== 'answer') {
      const { errorType, retryCount, code } = output.failure;
      const event = output.kind === 'fallback' ? 'chat.fallback' : 'chat.failed';
      audit.record({ event, sessionId, errorType, retryCount, durationMs });
      metrics.count('chat_fallbacks_total', { code });
      if (output.kind === 'error')
        throw new ServiceError(code, 'The model could not be called.', { errorType });
    }
    const parsed = output.kind === 'answer' ? this.#parser.extractTemplateJson(output.content) : undefined;
    if (output.kind === 'answer') this.#record(request, output, { parsed, durationMs });
    const { clock, makeId } = this.#options;
    const reply = makeReply(request, output, { parsed, clock, makeId });
    await this.#ledger.save(request, reply);
    return reply;
  }

  #record(
    { sessionId }: UserMessage,
    output: Extract<ProcessMessageOutput, { kind: 'answer' }>,
    { parsed, durationMs }: { parsed: TemplateDraftParseResult | undefined; durationMs: number },
  ): void {
    const { audit, metrics, calibration, auditSalt, model } = this.#options;
    const { usage, retryCount, isRepaired, sent, content } = output;
    const errorClass = parsed?.ok === false ? parsed.errorClass : undefined;
    const messages: ChatMessage[] = [...sent, { role: 'assistant', content }];
    const conversationHash = auditHash(messages, auditSalt);
    const tokens = usage.totalTokens;
    const warnings = findWarnings(output, parsed);
    const schemaId = parsed?.schema;
    audit.record({
      event: 'chat.answered',
      sessionId,
      schemaId,
      errorClass,
      retryCount,
      isRepaired,
      warnings,
      durationMs,
      tokens,
      conversationHash,
    });
    metrics.count('chat_answers_total', { template: errorClass ?? 'ok' });
    for (const code of warnings) metrics.count('chat_warnings_total', { code });
    if (isRepaired) metrics.count('chat_repairs_total');
    metrics.count('chat_tokens_total', {}, tokens);
    metrics.count('chat_cost_usd_total', {}, usage.costUsd ?? 0);
    // The token count of a repaired response includes two prompts.
    if (isRepaired) return;
    const estimated = sent.reduce((sum, message) => sum + estimateTokens(message.content), 0);
    calibration.addSample(model, { estimated, real: usage.promptTokens ?? 0 });
  }
}
