import type { JsonRecord } from '../json/is-record.ts';

/** One turn of a conversation as this side remembers it. */
export type StoredTurn = {
  id: string;
  previousId: string | undefined;
  owner: string;
  input: readonly JsonRecord[];
  output: readonly JsonRecord[];
  createdAt: number;
};

/** Remembers turns, so that a conversation can go on when OpenAI has forgotten it. */
export type TranscriptStore = {
  put: (turn: StoredTurn) => Promise<void>;
  get: (id: string) => Promise<StoredTurn | undefined>;
  delete: (id: string) => Promise<boolean>;
};
