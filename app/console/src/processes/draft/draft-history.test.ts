import { describe, expect, it } from 'vitest';
import { changeDraftHistory, emptyDraftHistory, findDraftBefore, type DraftAction } from './draft-history.ts';

const named = (name: string) => ({ name, steps: [] });
const response = (messageId: string) => ({ messageId, draft: named(messageId) });
const responses = (sessionId: string, ids: string[], savedEdit?: string): DraftAction => ({
  kind: 'responses',
  sessionId,
  responses: ids.map(response),
  savedEdit: savedEdit === undefined ? undefined : named(savedEdit),
});
const edit = (name: string): DraftAction => ({ kind: 'edit', draft: named(name) });
const after = (...actions: DraftAction[]) => actions.reduce(changeDraftHistory, emptyDraftHistory);
const nameOf = (history: ReturnType<typeof after>) => history.entries.present?.draft.name;

describe('the history of a draft', () => {
  it('shows the last response and compares it with the previous one', () => {
    const history = after(responses('s', ['a', 'b']));
    expect(nameOf(history)).toBe('b');
    expect(findDraftBefore(history)?.draft.name).toBe('a');
  });

  it('adds every response once when the messages are read repeatedly', () => {
    const once = after(responses('s', ['a']));
    expect(changeDraftHistory(once, responses('s', ['a']))).toBe(once);
  });

  it('compares edits with the last response, not with each other', () => {
    const history = after(responses('s', ['a']), edit('1'), edit('2'));
    expect(nameOf(history)).toBe('2');
    expect(findDraftBefore(history)?.draft.name).toBe('a');
  });

  it('compares a response that follows an edit with that edit', () => {
    const history = after(responses('s', ['a']), edit('1'), responses('s', ['a', 'b']));
    expect(nameOf(history)).toBe('b');
    expect(findDraftBefore(history)?.draft.name).toBe('1');
  });

  it('undoes a response to the edit that it replaced, and redoes it', () => {
    const history = after(responses('s', ['a']), edit('1'), responses('s', ['a', 'b']), { kind: 'undo' });
    expect(nameOf(history)).toBe('1');
    expect(nameOf(changeDraftHistory(history, { kind: 'redo' }))).toBe('b');
  });

  it('never undoes to a state without a draft', () => {
    expect(nameOf(after(responses('s', ['a']), { kind: 'undo' }))).toBe('a');
  });

  it('restores an edit from before a reload after the responses', () => {
    const history = after(responses('s', []), responses('s', ['a', 'b'], 'kept'));
    expect(nameOf(history)).toBe('kept');
    expect(findDraftBefore(history)?.draft.name).toBe('b');
  });

  it('does not restore an old edit after further messages', () => {
    expect(nameOf(after(responses('s', ['a']), responses('s', ['a', 'b'], 'kept')))).toBe('b');
  });

  it('starts with an empty history for another conversation', () => {
    const history = after(responses('s', ['a']), edit('1'), responses('t', []));
    expect(nameOf(history)).toBeUndefined();
  });
});
