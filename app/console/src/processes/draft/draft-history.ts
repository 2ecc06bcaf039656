import type { ProcessDraft } from '../process-draft.ts';
import { redo, remember, startHistory, undo, type UndoHistory } from './undo-history.ts';

/** A state of the draft and its source: the response with this id, or a manual edit. */
export type DraftEntry = { draft: ProcessDraft; messageId: string | undefined };

/** The draft of one conversation with its history. */
export type DraftHistory = {
  sessionId: string | undefined;
  entries: UndoHistory<DraftEntry | undefined>;
  /** The ids of the responses that the history contains. */
  seen: ReadonlySet<string>;
};

/** A change of a draft: responses arrive (with an edit that was stored before a reload), or a person edits. */
export type DraftAction =
  | {
      kind: 'responses';
      sessionId: string | undefined;
      responses: readonly (DraftEntry & { messageId: string })[];
      savedEdit: ProcessDraft | undefined;
    }
  | { kind: 'edit'; draft: ProcessDraft }
  | { kind: 'undo' | 'redo' };

/** A history before the first message. */
export const emptyDraftHistory: DraftHistory = {
  sessionId: undefined,
  entries: startHistory(undefined),
  seen: new Set<string>(),
};

/** Returns the history after a change. */
export function changeDraftHistory(history: DraftHistory, action: DraftAction): DraftHistory {
  switch (action.kind) {
    case 'responses':
      return addResponses(action.sessionId === history.sessionId ? history : emptyDraftHistory, action);
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

/** Returns the base of the comparison: for a response the previous state, for an edit the last response. */
export function findDraftBefore({ entries: { past, present } }: DraftHistory): DraftEntry | undefined {
  if (present?.messageId !== undefined) return past.at(-1);
  return past.findLast((entry) => entry?.messageId !== undefined);
}

function addResponses(
  history: DraftHistory,
  { sessionId, responses, savedEdit }: Extract<DraftAction, { kind: 'responses' }>,
): DraftHistory {
  const added = responses.filter(({ messageId }) => !history.seen.has(messageId));
  if (added.length === 0) return history.sessionId === sessionId ? history : { ...history, sessionId };
  const withResponses = added.reduce<DraftHistory['entries']>(
    (entries, response) => remember(entries, response),
    history.entries,
  );
  // A stored edit follows the response that it is based on, so it is restored only into an empty history.
  const isFirst = history.seen.size === 0;
  const entries =
    isFirst && savedEdit !== undefined
      ? remember(withResponses, { draft: savedEdit, messageId: undefined })
      : withResponses;
  return { sessionId, entries, seen: new Set([...history.seen, ...added.map(({ messageId }) => messageId)]) };
}
