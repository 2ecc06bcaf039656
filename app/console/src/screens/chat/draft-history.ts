import type { ProcessDraft } from './process-draft.ts';
import { redo, remember, startHistory, undo, type UndoHistory } from './undo-history.ts';

/** A state of the draft and whose it is: of the answer with this id, or made by hand. */
export type DraftEntry = { draft: ProcessDraft; messageId: string | undefined };

/** The draft of one interview with everything before it. */
export type DraftHistory = {
  sessionId: string | undefined;
  entries: UndoHistory<DraftEntry | undefined>;
  /** The answers that are in it already. */
  seen: ReadonlySet<string>;
};

/** What can happen to a draft: answers arrive (with an edit that was kept before a reload), or a person edits. */
export type DraftAction =
  | {
      kind: 'answers';
      sessionId: string | undefined;
      answers: readonly (DraftEntry & { messageId: string })[];
      keptEdit: ProcessDraft | undefined;
    }
  | { kind: 'edit'; draft: ProcessDraft }
  | { kind: 'undo' | 'redo' };

/** A history before anything was said. */
export const emptyDraftHistory: DraftHistory = {
  sessionId: undefined,
  entries: startHistory(undefined),
  seen: new Set<string>(),
};

/** The history after something happened. */
export function changeDraftHistory(history: DraftHistory, action: DraftAction): DraftHistory {
  switch (action.kind) {
    case 'answers':
      return addAnswers(action.sessionId === history.sessionId ? history : emptyDraftHistory, action);
    case 'edit':
      return {
        ...history,
        entries: remember(history.entries, { draft: action.draft, messageId: undefined }),
      };
    case 'undo':
      return { ...history, entries: undo(history.entries) };
    case 'redo':
      return { ...history, entries: redo(history.entries) };
  }
}

/** What the draft is compared with: an answer with whatever stood before it, an edit with the last answer. */
export function findDraftBefore({ entries: { past, present } }: DraftHistory): DraftEntry | undefined {
  if (present?.messageId !== undefined) return past.at(-1);
  return past.findLast((entry) => entry?.messageId !== undefined);
}

function addAnswers(
  history: DraftHistory,
  { sessionId, answers, keptEdit }: Extract<DraftAction, { kind: 'answers' }>,
): DraftHistory {
  const added = answers.filter(({ messageId }) => !history.seen.has(messageId));
  if (added.length === 0) return history.sessionId === sessionId ? history : { ...history, sessionId };
  const told = added.reduce<DraftHistory['entries']>(
    (entries, answer) => remember(entries, answer),
    history.entries,
  );
  // An edit belongs behind the answer it was made from, so it only comes back when nothing was there yet.
  const isFirst = history.seen.size === 0;
  const entries =
    isFirst && keptEdit !== undefined ? remember(told, { draft: keptEdit, messageId: undefined }) : told;
  return { sessionId, entries, seen: new Set([...history.seen, ...added.map(({ messageId }) => messageId)]) };
}
