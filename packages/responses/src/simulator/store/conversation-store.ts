import type { JsonRecord } from '../../json/is-record.ts';
import { readString } from '../../json/read-field.ts';
import type { IdMaker } from '../create-id-maker.ts';

/** A conversation on the simulated server. Unlike a response it does not expire. */
export type StoredConversation = {
  id: string;
  createdAt: number;
  metadata: JsonRecord;
  items: JsonRecord[];
};

const CAPACITY = 10_000;

/** Stores conversations and assigns ids to their items. */
export class ConversationStore {
  readonly #conversations = new Map<string, StoredConversation>();
  readonly #makeId: IdMaker;
  readonly #now: () => number;

  constructor(options: { makeId: IdMaker; now: () => number }) {
    this.#makeId = options.makeId;
    this.#now = options.now;
  }

  create(items: readonly JsonRecord[], metadata: JsonRecord): StoredConversation {
    const conversation = { id: this.#makeId('conv_'), createdAt: this.#now(), metadata, items: [] };
    this.#conversations.set(conversation.id, conversation);
    for (const id of this.#conversations.keys()) {
      if (this.#conversations.size <= CAPACITY) break;
      this.#conversations.delete(id);
    }
    this.append(conversation.id, items);
    return conversation;
  }

  get(id: string): StoredConversation | undefined {
    return this.#conversations.get(id);
  }

  append(id: string, items: readonly JsonRecord[]): JsonRecord[] {
    const conversation = this.#conversations.get(id);
    const added = items.map((item) => ({
      type: 'message',
      ...item,
      id: readString(item, 'id') ?? this.#makeId('msg_'),
    }));
    conversation?.items.push(...added);
    return added;
  }

  delete(id: string): boolean {
    return this.#conversations.delete(id);
  }
}
