import type { ChatMessage } from '../../api/chat/chat-queries.ts';
import type { ProcessDraft } from '../process-draft.ts';
import { compareDrafts } from './compare-drafts.ts';
import { readAssistantMessage } from './read-assistant-message.ts';

/** What a response did to the draft: it created it, changed steps, or only renamed it. */
export type DraftChange =
  | { readonly kind: 'first' | 'changed'; readonly count: number }
  | { readonly kind: 'renamed' };

/** Returns the responses that changed the draft. A response that repeats the draft is not one of them. */
export function findDraftChanges(
  messages: readonly Pick<ChatMessage, 'id' | 'role' | 'content'>[],
): ReadonlyMap<string, DraftChange> {
  const changes = new Map<string, DraftChange>();
  let before: ProcessDraft | undefined;
  for (const { id, role, content } of messages) {
    const draft = role === 'assistant' ? readAssistantMessage(content).draft : undefined;
    if (draft === undefined) continue;
    const change = describeChange(before, draft);
    if (change !== undefined) changes.set(id, change);
    before = draft;
  }
  return changes;
}

function describeChange(before: ProcessDraft | undefined, draft: ProcessDraft): DraftChange | undefined {
  if (before === undefined) return { kind: 'first', count: draft.steps.length };
  const count = compareDrafts(before, draft).length;
  if (count > 0) return { kind: 'changed', count };
  return before.name === draft.name ? undefined : { kind: 'renamed' };
}
