import { isRecord } from '../../api/is-record.ts';
import { readList } from '../../api/read-list.ts';
import type { ProcessDraft } from './process-draft.ts';
import { readStepDraft } from './read-step-draft.ts';

/** An edit by hand and the answer that it was made from. */
export type SavedEdit = { basedOn: string | undefined; draft: ProcessDraft };

/** Where edits are kept, as in `localStorage`. */
export type EditStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps an edit, so that a reload does not lose it; a browser that refuses keeps it for this visit only. */
export function keepEdit(storage: EditStorage, sessionId: string, edit: SavedEdit): void {
  try {
    storage.setItem(keyOf(sessionId), JSON.stringify(edit));
  } catch {
    // Private windows and full disks refuse; the edit still stands on the screen.
  }
}

/** Gives back the edit of a session when it was made from the given answer. */
export function recallEdit(
  storage: EditStorage,
  sessionId: string,
  basedOn: string | undefined,
): ProcessDraft | undefined {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(sessionId)) ?? '');
    return isRecord(kept) && kept['basedOn'] === basedOn ? readDraft(kept['draft']) : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the edit of a session. */
export function forgetEdit(storage: EditStorage, sessionId: string): void {
  try {
    storage.removeItem(keyOf(sessionId));
  } catch {
    // What cannot be removed was never kept.
  }
}

function readDraft(value: unknown): ProcessDraft | undefined {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !Array.isArray(value['steps']))
    return undefined;
  const steps = readList(value['steps'], readStepDraft);
  return steps && { name: value['name'], steps };
}

const keyOf = (sessionId: string) => `sekisho.draft.${sessionId}`;
