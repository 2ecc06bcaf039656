import type { StoredTurn, TranscriptStore } from './transcript-store.ts';

/**
 * Stores a limited number of turns in memory. The oldest turns of the owner with the most turns are removed first.
 */
export class MemoryTranscriptStore implements TranscriptStore {
  readonly #turns = new Map<string, StoredTurn>();
  readonly #counts = new Map<string, number>();
  readonly #capacity: number;

  constructor(capacity = 1000) {
    this.#capacity = capacity;
  }

  async put(turn: StoredTurn): Promise<void> {
    await this.delete(turn.id);
    this.#turns.set(turn.id, structuredClone(turn));
    this.#counts.set(turn.owner, (this.#counts.get(turn.owner) ?? 0) + 1);
    if (this.#turns.size > this.#capacity) await this.#makeRoom();
  }

  async get(id: string): Promise<StoredTurn | undefined> {
    const turn = this.#turns.get(id);
    return turn && structuredClone(turn);
  }

  async delete(id: string): Promise<boolean> {
    const turn = this.#turns.get(id);
    if (!turn) return false;
    const left = (this.#counts.get(turn.owner) ?? 0) - 1;
    if (left > 0) this.#counts.set(turn.owner, left);
    else this.#counts.delete(turn.owner);
    return this.#turns.delete(id);
  }

  async #makeRoom(): Promise<void> {
    let largest: [owner: string, count: number] = ['', 0];
    for (const [owner, count] of this.#counts) if (count > largest[1]) largest = [owner, count];
    for (const [id, { owner }] of this.#turns) if (owner === largest[0]) return void (await this.delete(id));
  }
}
