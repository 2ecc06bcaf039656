import type { Response } from 'openai/resources/responses/responses';
import type { JsonRecord } from '../../json/is-record.ts';

/** A response that the simulated server stores. */
export type StoredResponse = {
  response: Response;
  /** The input of this turn only. Earlier turns are reachable by `previous`, even after they expired. */
  input: readonly JsonRecord[];
  previous: StoredResponse | undefined;
  storedAt: number;
  /** The start and end of a background response. Undefined for a synchronous response. */
  background: { startsAt: number; endsAt: number } | undefined;
  cancelledAt: number | undefined;
};

/** Stores responses for a limited time and up to a limited number. The oldest are deleted first. */
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

/** Returns the items of a conversation from its first turn to the given one, inclusive. */
export function readHistory(last: StoredResponse | undefined): JsonRecord[] {
  const links: StoredResponse[] = [];
  for (let link = last; link; link = link.previous) links.push(link);
  return links
    .toReversed()
    .flatMap(({ input, response }) => [...input, ...response.output.map((item) => ({ ...item }))]);
}
