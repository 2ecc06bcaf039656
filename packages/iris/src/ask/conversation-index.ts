import type { ContainerFile } from '@sekisho/responses';

/** One turn in the list of conversations. */
export type ConversationEntry = {
  response_id: string;
  continued_from?: string | undefined;
  title: string;
  created_at: string;
  expires_at?: string | undefined;
};

/** A stored turn. Fields that only a reader needs are derived when the list is read. */
type TurnNote = Omit<ConversationEntry, 'created_at'> & { createdAt: number };

const MAX_TITLE_LENGTH = 80;
// The length is enough for a title even if the input begins with a lot of white space.
const MAX_NOTE_LENGTH = 400;

/** Stores the latest turns and files of each owner, so that they can be listed and completed. */
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
    this.#listOf(this.#turns, owner).push({ response_id, continued_from, title, createdAt, expires_at });
    if (files.length > 0) this.#listOf(this.#files, owner).push(...files);
    for (const listener of this.#listeners) listener();
  }

  /** Returns the turns of an owner, newest first. */
  list(owner: string): readonly ConversationEntry[] {
    const latest = (this.#turns.get(owner) ?? []).slice(-this.#capacity).toReversed();
    return latest.map(({ createdAt, title, ...turn }) => ({
      ...turn,
      title: title.replaceAll(/\s+/g, ' ').slice(0, MAX_TITLE_LENGTH),
      created_at: new Date(createdAt).toISOString(),
    }));
  }

  /** Returns the files that were created for this owner. */
  files(owner: string): readonly ContainerFile[] {
    return this.#files.get(owner) ?? [];
  }

  /** Calls the listener after each turn. Returns a function that removes the listener. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Returns the list of the owner with space for one more entry. */
  #listOf<T>(lists: Map<string, T[]>, owner: string): T[] {
    const known = lists.get(owner);
    if (known) {
      // The list is truncated at intervals, because moving it on every turn costs more than the turn.
      if (known.length >= 2 * this.#capacity) known.splice(0, known.length - this.#capacity);
      return known;
    }
    const fresh: T[] = [];
    lists.set(owner, fresh);
    // Owners come from requests, so their number is limited as well.
    for (const oldest of lists.keys()) {
      if (lists.size <= this.#capacity) break;
      lists.delete(oldest);
    }
    return fresh;
  }
}
