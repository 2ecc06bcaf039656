import type { JsonRecord } from '../json/is-record.ts';

/** One stored turn of a conversation. */
export type StoredTurn = {
  id: string;
  previousId: string | undefined;
  owner: string;
  input: readonly JsonRecord[];
  output: readonly JsonRecord[];
  createdAt: number;
};

/** Stores turns, so that a conversation can continue after OpenAI has deleted it. */
export type TranscriptStore = {
  put: (turn: StoredTurn) => Promise<void>;
  get: (id: string) => Promise<StoredTurn | undefined>;
  delete: (id: string) => Promise<boolean>;
};
