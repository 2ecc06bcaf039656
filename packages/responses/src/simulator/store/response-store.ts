import type { Response } from 'openai/resources/responses/responses';
import type { JsonRecord } from '../../json/is-record.ts';

/** A response as the simulated server keeps it. */
export type StoredResponse = {
  response: Response;
  /** The input of this turn only; earlier turns hang on `previous`, which outlives their own expiry. */
  input: readonly JsonRecord[];
  previous: StoredResponse | undefined;
  storedAt: number;
  /** When a background response starts and ends; undefined for one that was made while the caller waited. */
  background: { startsAt: number; endsAt: number } | undefined;
  cancelledAt: number | undefined;
};

/** Keeps responses for a time and up to a number; the oldest give way. */
export class ResponseStore {
  readonly #stored = new Map<string, StoredResponse>();
  readonly #limits: { keepMs: number; capacity: number; now: () => number };

  constructor(limits: { keepMs: number; capacity: number; now: () => number }) {
    this.#limits = limits;
  }

  put(stored: StoredResponse): void {
    this.#stored.set(stored.response.id, stored);
    for (const id of this.#stored.keys()) {
      if (this.#stored.size <= this.#limits.capacity) break;
      this.#stored.delete(id);
    }
  }

  get(id: string): StoredResponse | undefined {
    const stored = this.#stored.get(id);
    if (!stored) return undefined;
    if (this.#limits.now() - stored.storedAt >= this.#limits.keepMs) {
      this.#stored.delete(id);
      return undefined;
    }
    return stored;
  }

  delete(id: string): boolean {
    const existed = this.get(id) !== undefined;
    this.#stored.delete(id);
    return existed;
  }
}

/** The items of a conversation from its first turn up to and including the given one. */
export function readHistory(last: StoredResponse | undefined): JsonRecord[] {
  const links: StoredResponse[] = [];
  for (let link = last; link; link = link.previous) links.push(link);
  return links
    .toReversed()
    .flatMap(({ input, response }) => [...input, ...response.output.map((item) => ({ ...item }))]);
}
