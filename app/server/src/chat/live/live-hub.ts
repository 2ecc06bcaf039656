import type { MessageReply } from '../message-reply.ts';

/** An event for the open connections of a user. `requestId` is the message that it belongs to. */
export type LiveEvent =
  | { type: 'message.delta'; sessionId: string; requestId: string; text: string }
  | { type: 'message.restart'; sessionId: string; requestId: string }
  | { type: 'message.draft'; sessionId: string; requestId: string; template: Draft }
  | { type: 'message.created'; sessionId: string; requestId: string; message: Said };

type Said = MessageReply['conversation'][number];
type Draft = { status: 'writing' } | MessageReply['aiResponse']['template'];

/** Publishes the events in the sessions of a user to all open connections of that user only. */
export class LiveHub {
  readonly #listeners = new Map<string, Set<(event: LiveEvent) => void>>();

  /** Returns the number of open connections of the user. */
  count(userId: string): number {
    return this.#listeners.get(userId)?.size ?? 0;
  }

  /** Calls the listener for each event. Returns the function that removes the listener. */
  listen(userId: string, listener: (event: LiveEvent) => void): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(userId, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(userId) === listeners) this.#listeners.delete(userId);
    };
  }

  publish(userId: string, event: LiveEvent): void {
    for (const listener of this.#listeners.get(userId) ?? []) listener(event);
  }

  /** Publishes a reply that is already stored. */
  publishReply(userId: string, requestId: string, { aiResponse, conversation }: MessageReply): void {
    if (this.count(userId) === 0) return;
    for (const message of conversation) {
      this.publish(userId, { type: 'message.created', sessionId: message.sessionId, requestId, message });
    }
    const { template } = aiResponse;
    const sessionId = conversation[0]?.sessionId;
    if (template.status === 'none' || sessionId === undefined) return;
    this.publish(userId, { type: 'message.draft', sessionId, requestId, template });
  }
}
