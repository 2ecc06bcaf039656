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

const MAX_TITLE_LENGTH = 80;
// Enough for a title even where the question begins with a lot of white space.
const MAX_NOTE_LENGTH = 400;

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
    const { response_id, continued_from, createdAt, expires_at } = turn;
    const title = turn.title.slice(0, MAX_NOTE_LENGTH);
    this.#shelf(this.#turns, owner).push({ response_id, continued_from, title, createdAt, expires_at });
    if (files.length > 0) this.#shelf(this.#files, owner).push(...files);
    for (const listener of this.#listeners) listener();
  }

  /** The latest first. */
  list(owner: string): readonly ConversationEntry[] {
    const latest = (this.#turns.get(owner) ?? []).slice(-this.#capacity).toReversed();
    return latest.map(({ createdAt, title, ...turn }) => ({
      ...turn,
      title: title.replaceAll(/\s+/g, ' ').slice(0, MAX_TITLE_LENGTH),
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

  /** The owner's own list, with room for more. */
  #shelf<T>(shelves: Map<string, T[]>, owner: string): T[] {
    const known = shelves.get(owner);
    if (known) {
      // Cut only now and then: moving the whole list on every turn costs more than the turn.
      if (known.length >= 2 * this.#capacity) known.splice(0, known.length - this.#capacity);
      return known;
    }
    const fresh: T[] = [];
    shelves.set(owner, fresh);
    // Owners come from outside too, so their number is limited as well.
    for (const oldest of shelves.keys()) {
      if (shelves.size <= this.#capacity) break;
      shelves.delete(oldest);
    }
    return fresh;
  }
}
