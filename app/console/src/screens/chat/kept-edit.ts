import { z } from 'zod';
import { stepDraftSchema } from '../../../../server/src/application/template-draft.ts';
import type { ProcessDraft } from './process-draft.ts';

/** An edit by hand and the answer that it was made from. */
export type KeptEdit = { basedOn: string | undefined; draft: ProcessDraft };

/** Where edits are kept, as in `localStorage`. */
export type EditStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keptSchema = z.object({
  basedOn: z.string().optional(),
  draft: z.object({ name: z.string(), steps: z.array(stepDraftSchema) }),
});

/** Keeps an edit, so that a reload does not lose it; a browser that refuses keeps it for this visit only. */
export function keepEdit(storage: EditStorage, sessionId: string, edit: KeptEdit): void {
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
    const kept = keptSchema.parse(JSON.parse(storage.getItem(keyOf(sessionId)) ?? ''));
    if (kept.basedOn !== basedOn) return undefined;
    const steps = kept.draft.steps.map(({ requiredArtifacts = [], dependsOn = [], ...step }) => ({
      ...step,
      requiredArtifacts,
      dependsOn,
    }));
    return { name: kept.draft.name, steps };
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

const keyOf = (sessionId: string) => `sekisho.draft.${sessionId}`;
