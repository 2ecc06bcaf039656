import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import type { ChatStore, Exchange } from './chat-store.ts';
import { conversationMessageSchema, messageReplySchema, type MessageReply } from './message-reply.ts';

const MAX_UNSAVED = 1000;

// Replies of version 0.1 have times in milliseconds, no warnings and no feedback. They are stored for one day.
const storedReplySchema = messageReplySchema.extend({
  aiResponse: messageReplySchema.shape.aiResponse.extend({
    warnings: messageReplySchema.shape.aiResponse.shape.warnings.default([]),
  }),
  conversation: z.array(
    conversationMessageSchema.extend({
      warnings: conversationMessageSchema.shape.warnings.default([]),
      feedback: conversationMessageSchema.shape.feedback.default(null),
      createdAt: z.union([
        conversationMessageSchema.shape.createdAt,
        z.number().transform((ms) => new Date(ms).toISOString()),
      ]),
    }),
  ),
});

/** The identity of a request that a client may repeat. */
export type RepeatableRequest = {
  userId: string;
  sessionId: string;
  message: string;
  idempotencyKey?: string | undefined;
};

/** Returns the stored reply for a repeated request, so that the model is not billed twice. */
export class RequestLedger {
  readonly #store: ChatStore;
  /** Longer than the slowest response. Afterwards the process that claimed the request counts as dead. */
  readonly #claimMs: number;
  /** Billed responses that could not be stored because the disk was full or locked. */
  readonly #unsaved = new Map<string, { exchange: Exchange; reply: MessageReply; digest: string }>();

  constructor(store: ChatStore, claimMs: number) {
    this.#store = store;
    this.#claimMs = claimMs;
  }

  /** Returns the reply when the same request was answered before. Otherwise claims the request. */
  async begin(request: RepeatableRequest): Promise<MessageReply | undefined> {
    const { userId, idempotencyKey: key } = request;
    if (key === undefined) return undefined;
    const digest = digestOf(request);
    const unsaved = this.#unsaved.get(nameOf(userId, key));
    if (unsaved?.digest === digest) {
      await this.#store.addExchange(unsaved.exchange);
      this.#unsaved.delete(nameOf(userId, key));
      return unsaved.reply;
    }
    const claim = await this.#store.claimRequest({ userId, key, digest, leaseMs: this.#claimMs });
    switch (claim.state) {
      case 'claimed':
        return undefined;
      case 'answered':
        return storedReplySchema.parse(JSON.parse(claim.reply));
      case 'running':
        throw new ServiceError('RequestRunning', 'This request is already in progress. Retry later.', {
          retryAfterMs: claim.retryAfterMs,
        });
      case 'different':
        throw new ServiceError(
          'KeyReused',
          'The idempotency key was used for a different request. Use a new key.',
        );
    }
  }

  /** Stores both messages and the reply. A fallback text is not a reply, so the next attempt calls the model again. */
  async save(request: RepeatableRequest, reply: MessageReply): Promise<void> {
    const { userId, idempotencyKey: key } = request;
    const { isFallback } = reply.aiResponse;
    const stored = isFallback || key === undefined ? undefined : JSON.stringify(reply);
    const exchange: Exchange = {
      messages: reply.conversation.map((message) => ({
        ...message,
        feedback: undefined,
        createdAt: Date.parse(message.createdAt),
        isFallback: isFallback && message.role === 'assistant',
      })),
      request: key === undefined ? undefined : { userId, key, digest: digestOf(request), reply: stored },
    };
    try {
      await this.#store.addExchange(exchange);
    } catch (error) {
      // Another process may have deleted the session while this one created the response.
      if (await this.#isSessionDeleted(request))
        throw new ServiceError('NotFound', 'There is no such session.');
      const digest = exchange.request?.digest;
      const isKept = digest !== undefined && !isFallback && this.#unsaved.size < MAX_UNSAVED;
      if (isKept && key !== undefined) this.#unsaved.set(nameOf(userId, key), { exchange, reply, digest });
      throw error;
    }
  }

  async #isSessionDeleted({ userId, sessionId }: RepeatableRequest): Promise<boolean> {
    const found = await this.#store.getSession(userId, sessionId).catch(() => 'unknown' as const);
    return found === undefined;
  }

  /** Releases a request without a reply. If that fails, the claim expires. */
  async release({ userId, idempotencyKey: key }: RepeatableRequest): Promise<void> {
    if (key !== undefined) await this.#store.releaseRequest(userId, key).catch(() => undefined);
  }
}

function digestOf({ sessionId, message }: RepeatableRequest): string {
  return createHash('sha256').update(`${sessionId}\n${message}`).digest('hex');
}

function nameOf(userId: string, key: string): string {
  return JSON.stringify([userId, key]);
}
