import { isRecord } from '../../api/is-record.ts';
import { readList } from '../../api/read-list.ts';
import type { ProcessDraft } from '../process-draft.ts';
import { readStepDraft } from './read-step-draft.ts';

/** A manual edit and the response that it is based on. */
export type SavedEdit = { basedOn: string | undefined; draft: ProcessDraft };

/** The storage of edits, as `localStorage`. */
export type EditStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores an edit, so that a reload does not lose it. Without storage it lasts for this visit only. */
export function saveEdit(storage: EditStorage, sessionId: string, edit: SavedEdit): void {
  try {
    storage.setItem(keyOf(sessionId), JSON.stringify(edit));
  } catch {
    // Private windows and full disks reject the write; the edit is still displayed.
  }
}

/** Returns the stored edit of a session when it is based on the given response. */
export function readSavedEdit(
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

/** Removes the stored edit of a session. */
export function removeSavedEdit(storage: EditStorage, sessionId: string): void {
  try {
    storage.removeItem(keyOf(sessionId));
  } catch {
    // Storage that rejects the removal has stored no edit either.
  }
}

function readDraft(value: unknown): ProcessDraft | undefined {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !Array.isArray(value['steps']))
    return undefined;
  const steps = readList(value['steps'], readStepDraft);
  return steps && { name: value['name'], steps };
}

const keyOf = (sessionId: string) => `sekisho.draft.${sessionId}`;
