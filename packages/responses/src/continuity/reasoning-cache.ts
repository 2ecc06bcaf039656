import { createHash } from 'node:crypto';
import type { ResponseInput, ResponseReasoningItem } from 'openai/resources/responses/responses';
import { z } from 'zod';
import { isRecord, type JsonRecord } from '../json/is-record.ts';
import { readString } from '../json/read-field.ts';

type Entry = { items: readonly ResponseReasoningItem[]; bytes: number; expiresAt: number };

const reasoningSchema = z.custom<ResponseReasoningItem>(
  (item) =>
    isRecord(item) &&
    readString(item, 'type') === 'reasoning' &&
    readString(item, 'encrypted_content') !== undefined,
);

/**
 * Stores the reasoning that led to a function call, for platforms whose messages cannot contain it. After a miss the
 * model reasons again.
 */
export class ReasoningCache {
  readonly #entries = new Map<string, Entry>();
  readonly #limits: { keepMs: number; maxBytes: number; now: () => number };
  #bytes = 0;

  constructor(limits: { keepMs?: number; maxBytes?: number; now?: () => number } = {}) {
    this.#limits = {
      keepMs: limits.keepMs ?? 30 * 60 * 1000,
      maxBytes: limits.maxBytes ?? 32 * 1024 * 1024,
      now: limits.now ?? Date.now,
    };
  }

  /** Stores the encrypted reasoning of a response under its first function call. */
  remember(apiKey: string, output: readonly JsonRecord[]): void {
    const first = output.find((item) => readString(item, 'type') === 'function_call');
    const callId = first && readString(first, 'call_id');
    const items = output.flatMap((item) => reasoningSchema.safeParse(item).data ?? []);
    if (callId === undefined || items.length === 0) return;
    const key = keyOf(apiKey, callId);
    this.#forget(key);
    const bytes = Buffer.byteLength(JSON.stringify(items));
    this.#entries.set(key, { items, bytes, expiresAt: this.#limits.now() + this.#limits.keepMs });
    this.#bytes += bytes;
    this.#shrink();
  }

  /** Returns the input with stored reasoning inserted before the calls that it led to. */
  restore(apiKey: string, input: ResponseInput): ResponseInput {
    return input.flatMap((item): ResponseInput => {
      if (item.type !== 'function_call') return [item];
      const entry = this.#entries.get(keyOf(apiKey, item.call_id));
      return entry && entry.expiresAt > this.#limits.now() ? [...entry.items, item] : [item];
    });
  }

  #shrink(): void {
    for (const [key, entry] of this.#entries) {
      if (entry.expiresAt > this.#limits.now() && this.#bytes <= this.#limits.maxBytes) break;
      this.#forget(key);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

// Two tenants in one process must never receive each other's reasoning.
function keyOf(apiKey: string, callId: string): string {
  return createHash('sha256').update(apiKey).update('\0').update(callId).digest('base64');
}
