import { useEffect, useMemo, useReducer } from 'react';
import type { ChatMessage } from '../../api/chat/chat-queries.ts';
import { changeDraftHistory, emptyDraftHistory, findDraftBefore } from './draft-history.ts';
import { removeSavedEdit, saveEdit, readSavedEdit } from './saved-edit.ts';
import type { ProcessDraft } from '../process-draft.ts';
import { readAssistantMessage } from './read-assistant-message.ts';

/** A draft with the functions that change it. */
export type DraftControl = ReturnType<typeof useDraft>;

/** Returns the draft of a conversation. Responses and manual edits form one history with undo. */
export function useDraft(sessionId: string | undefined, messages: readonly ChatMessage[]) {
  const storage = localStorage;
  const responses = useMemo(() => messages.flatMap(toResponse), [messages]);
  const [history, dispatch] = useReducer(changeDraftHistory, emptyDraftHistory);
  useEffect(() => {
    const last = responses.at(-1)?.messageId;
    const savedEdit = sessionId === undefined ? undefined : readSavedEdit(storage, sessionId, last);
    dispatch({ kind: 'responses', sessionId, responses, savedEdit });
  }, [sessionId, responses, storage]);
  const { past, present, future } = history.entries;
  useEffect(() => {
    if (history.sessionId === undefined || present === undefined) return;
    const basedOn = past.findLast((entry) => entry?.messageId !== undefined)?.messageId;
    if (present.messageId === undefined)
      saveEdit(storage, history.sessionId, { basedOn, draft: present.draft });
    else removeSavedEdit(storage, history.sessionId);
  }, [history.sessionId, past, present, storage]);
  return {
    draft: present?.draft,
    before: findDraftBefore(history)?.draft,
    isByHand: present !== undefined && present.messageId === undefined,
    canUndo: past.at(-1) !== undefined,
    canRedo: future.length > 0,
    edit: (draft: ProcessDraft) => dispatch({ kind: 'edit', draft }),
    undo: () => dispatch({ kind: 'undo' }),
    redo: () => dispatch({ kind: 'redo' }),
  };
}

function toResponse({ id, role, content }: ChatMessage) {
  const draft = role === 'assistant' ? readAssistantMessage(content).draft : undefined;
  return draft === undefined ? [] : [{ draft, messageId: id }];
}
