import { describe, expect, it } from 'vitest';
import { changeDraftHistory, emptyDraftHistory, findDraftBefore, type DraftAction } from './draft-history.ts';

const named = (name: string) => ({ name, steps: [] });
const answer = (messageId: string) => ({ messageId, draft: named(messageId) });
const answers = (sessionId: string, ids: string[], keptEdit?: string): DraftAction => ({
  kind: 'answers',
  sessionId,
  answers: ids.map(answer),
  keptEdit: keptEdit === undefined ? undefined : named(keptEdit),
});
const edit = (name: string): DraftAction => ({ kind: 'edit', draft: named(name) });
const after = (...actions: DraftAction[]) => actions.reduce(changeDraftHistory, emptyDraftHistory);
const nameOf = (history: ReturnType<typeof after>) => history.entries.present?.draft.name;

describe('the history of a draft', () => {
  it('shows the last response and compares it with the previous one', () => {
    const history = after(answers('s', ['a', 'b']));
    expect(nameOf(history)).toBe('b');
    expect(findDraftBefore(history)?.draft.name).toBe('a');
  });

  it('adds every response once when the messages are read repeatedly', () => {
    const once = after(answers('s', ['a']));
    expect(changeDraftHistory(once, answers('s', ['a']))).toBe(once);
  });

  it('compares edits with the last response, not with each other', () => {
    const history = after(answers('s', ['a']), edit('1'), edit('2'));
    expect(nameOf(history)).toBe('2');
    expect(findDraftBefore(history)?.draft.name).toBe('a');
  });

  it('compares a response that follows an edit with that edit', () => {
    const history = after(answers('s', ['a']), edit('1'), answers('s', ['a', 'b']));
    expect(nameOf(history)).toBe('b');
    expect(findDraftBefore(history)?.draft.name).toBe('1');
  });

  it('undoes a response to the edit that it replaced, and redoes it', () => {
    const history = after(answers('s', ['a']), edit('1'), answers('s', ['a', 'b']), { kind: 'undo' });
    expect(nameOf(history)).toBe('1');
    expect(nameOf(changeDraftHistory(history, { kind: 'redo' }))).toBe('b');
  });

  it('never undoes to a state without a draft', () => {
    expect(nameOf(after(answers('s', ['a']), { kind: 'undo' }))).toBe('a');
  });

  it('restores an edit from before a reload after the responses', () => {
    const history = after(answers('s', []), answers('s', ['a', 'b'], 'kept'));
    expect(nameOf(history)).toBe('kept');
    expect(findDraftBefore(history)?.draft.name).toBe('b');
  });

  it('does not restore an old edit after further messages', () => {
    expect(nameOf(after(answers('s', ['a']), answers('s', ['a', 'b'], 'kept')))).toBe('b');
  });

  it('starts with an empty history for another conversation', () => {
    const history = after(answers('s', ['a']), edit('1'), answers('t', []));
    expect(nameOf(history)).toBeUndefined();
  });
});
