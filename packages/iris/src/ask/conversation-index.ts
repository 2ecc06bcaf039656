import type { ContainerFile } from '@sekisho/responses';

/** One turn as the list of conversations shows it. */
export type ConversationEntry = {
  response_id: string;
  continued_from?: string | undefined;
  title: string;
  created_at: string;
  expires_at?: string | undefined;
};

/** A turn as it is remembered; what only a reader needs is worked out for the reader. */
type TurnNote = Omit<ConversationEntry, 'created_at'> & { createdAt: number };

const LONGEST_TITLE = 80;
// Enough for a title even where the question begins with a lot of white space.
const LONGEST_NOTE = 400;

/** Remembers the latest turns and files of each owner, so that they can be listed and completed. */
export class ConversationIndex {
  readonly #turns = new Map<string, TurnNote[]>();
  readonly #files = new Map<string, ContainerFile[]>();
  readonly #listeners = new Set<() => void>();
  readonly #capacity: number;

  constructor(capacity = 100) {
    this.#capacity = capacity;
  }

  add(owner: string, turn: TurnNote, files: readonly ContainerFile[]): void {
    this.#keep(this.#turns, owner, [{ ...turn, title: turn.title.slice(0, LONGEST_NOTE) }]);
    this.#keep(this.#files, owner, files);
    for (const listener of this.#listeners) listener();
  }

  /** The latest first. */
  list(owner: string): readonly ConversationEntry[] {
    const latest = (this.#turns.get(owner) ?? []).slice(-this.#capacity).toReversed();
    return latest.map(({ createdAt, title, ...turn }) => ({
      ...turn,
      title: title.replaceAll(/\s+/g, ' ').slice(0, LONGEST_TITLE),
      created_at: new Date(createdAt).toISOString(),
    }));
  }

  /** The files that were made for this owner. */
  files(owner: string): readonly ContainerFile[] {
    return this.#files.get(owner) ?? [];
  }

  /** Calls the listener after each turn; returns the way to stop that. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #keep<T>(shelf: Map<string, T[]>, owner: string, added: readonly T[]): void {
    if (added.length === 0) return;
    const kept = shelf.get(owner) ?? [];
    kept.push(...added);
    // Cut only now and then: moving the whole list on every turn costs more than the turn.
    if (kept.length >= 2 * this.#capacity) kept.splice(0, kept.length - this.#capacity);
    if (shelf.has(owner)) return;
    shelf.set(owner, kept);
    // Owners come from outside too, so their number is limited as well.
    for (const oldest of shelf.keys()) {
      if (shelf.size <= this.#capacity) break;
      shelf.delete(oldest);
    }
  }
}
