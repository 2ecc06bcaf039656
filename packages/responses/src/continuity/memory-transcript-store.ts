import type { StoredTurn, TranscriptStore } from './transcript-store.ts';

/** Remembers a limited number of turns in this process; the oldest give way. */
export class MemoryTranscriptStore implements TranscriptStore {
  readonly #turns = new Map<string, StoredTurn>();
  readonly #capacity: number;

  constructor(capacity = 1000) {
    this.#capacity = capacity;
  }

  async put(turn: StoredTurn): Promise<void> {
    this.#turns.delete(turn.id);
    this.#turns.set(turn.id, structuredClone(turn));
    for (const id of this.#turns.keys()) {
      if (this.#turns.size <= this.#capacity) break;
      this.#turns.delete(id);
    }
  }

  async get(id: string): Promise<StoredTurn | undefined> {
    const turn = this.#turns.get(id);
    return turn && structuredClone(turn);
  }

  async delete(id: string): Promise<boolean> {
    return this.#turns.delete(id);
  }
}
