import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ChatStore, Exchange } from './chat-store.ts';
import { conversationMessageSchema, messageReplySchema, type MessageReply } from './message-reply.ts';
import { ServiceError } from './service-error.ts';

const MAX_UNSAVED = 1000;

// Replies of version 0.1 have times in milliseconds, no warnings and no feedback. They are kept for a day.
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

/** What identifies a request that may come twice. */
export type RepeatableRequest = {
  userId: string;
  sessionId: string;
  message: string;
  idempotencyKey?: string | undefined;
};

/** Sees to it that a repeated request gets the stored answer and is not paid for again. */
export class RequestLedger {
  readonly #store: ChatStore;
  /** Longer than any answer takes; afterwards whoever claimed the request is taken for dead. */
  readonly #claimMs: number;
  /** Answers that were paid for while the disk was full or locked. */
  readonly #unsaved = new Map<string, { exchange: Exchange; reply: MessageReply; digest: string }>();

  constructor(store: ChatStore, claimMs: number) {
    this.#store = store;
    this.#claimMs = claimMs;
  }

  /** The reply when this very request was answered before; otherwise the request is now ours. */
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
        throw new ServiceError('RequestRunning', 'This request is being answered.', {
          retryAfterMs: claim.retryAfterMs,
        });
      case 'different':
        throw new ServiceError('KeyReused', 'The idempotency key was used for another request.');
    }
  }

  /** Stores both messages and the reply; a fixed text is not a reply, so the next attempt asks again. */
  async save(request: RepeatableRequest, reply: MessageReply): Promise<void> {
    const { userId, idempotencyKey: key } = request;
    const { isFallback } = reply.aiResponse;
    const stored = isFallback || key === undefined ? undefined : JSON.stringify(reply);
    const exchange: Exchange = {
      messages: reply.conversation.map((said) => ({
        ...said,
        feedback: undefined,
        createdAt: Date.parse(said.createdAt),
        isFallback: isFallback && said.role === 'assistant',
      })),
      request: key === undefined ? undefined : { userId, key, digest: digestOf(request), reply: stored },
    };
    try {
      await this.#store.addExchange(exchange);
    } catch (error) {
      // Another process may have deleted the session while this one wrote the answer.
      if (await this.#isGone(request)) throw new ServiceError('NotFound', 'There is no such session.');
      const digest = exchange.request?.digest;
      const isKept = digest !== undefined && !isFallback && this.#unsaved.size < MAX_UNSAVED;
      if (isKept && key !== undefined) this.#unsaved.set(nameOf(userId, key), { exchange, reply, digest });
      throw error;
    }
  }

  async #isGone({ userId, sessionId }: RepeatableRequest): Promise<boolean> {
    const found = await this.#store.getSession(userId, sessionId).catch(() => 'unknown' as const);
    return found === undefined;
  }

  /** Lets go of a request without an answer; when even that fails, the claim runs out by itself. */
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
