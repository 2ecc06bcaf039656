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
  it('shows the last answer and compares it with the one before', () => {
    const history = after(answers('s', ['a', 'b']));
    expect(nameOf(history)).toBe('b');
    expect(findDraftBefore(history)?.draft.name).toBe('a');
  });

  it('takes every answer once, however often the messages are read', () => {
    const once = after(answers('s', ['a']));
    expect(changeDraftHistory(once, answers('s', ['a']))).toBe(once);
  });

  it('compares edits with the last answer, not with each other', () => {
    const history = after(answers('s', ['a']), edit('1'), edit('2'));
    expect(nameOf(history)).toBe('2');
    expect(findDraftBefore(history)?.draft.name).toBe('a');
  });

  it('compares an answer that follows an edit with that edit', () => {
    const history = after(answers('s', ['a']), edit('1'), answers('s', ['a', 'b']));
    expect(nameOf(history)).toBe('b');
    expect(findDraftBefore(history)?.draft.name).toBe('1');
  });

  it('goes back over an answer to the edit that it replaced, and forward again', () => {
    const history = after(answers('s', ['a']), edit('1'), answers('s', ['a', 'b']), { kind: 'undo' });
    expect(nameOf(history)).toBe('1');
    expect(nameOf(changeDraftHistory(history, { kind: 'redo' }))).toBe('b');
  });

  it('never goes back to having no draft at all', () => {
    expect(nameOf(after(answers('s', ['a']), { kind: 'undo' }))).toBe('a');
  });

  it('puts an edit from before a reload behind the answers', () => {
    const history = after(answers('s', []), answers('s', ['a', 'b'], 'kept'));
    expect(nameOf(history)).toBe('kept');
    expect(findDraftBefore(history)?.draft.name).toBe('b');
  });

  it('does not bring an old edit back when more is said', () => {
    expect(nameOf(after(answers('s', ['a']), answers('s', ['a', 'b'], 'kept')))).toBe('b');
  });

  it('starts over with another interview', () => {
    const history = after(answers('s', ['a']), edit('1'), answers('t', []));
    expect(nameOf(history)).toBeUndefined();
  });
});
