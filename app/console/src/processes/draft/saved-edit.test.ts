import { describe, expect, it } from 'vitest';
import { removeSavedEdit, saveEdit, readSavedEdit, type EditStorage } from './saved-edit.ts';
import type { ProcessDraft } from '../process-draft.ts';

function makeStorage(): EditStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
const draft: ProcessDraft = {
  name: '採用',
  steps: [{ seq: 1, name: '募集', basis: 'goal', offsetDays: -5, requiredArtifacts: [], dependsOn: [] }],
};

describe('a saved edit', () => {
  it('is restored for the response that it is based on', () => {
    const storage = makeStorage();
    saveEdit(storage, 's', { basedOn: 'm1', draft });
    expect(readSavedEdit(storage, 's', 'm1')).toEqual(draft);
    expect(readSavedEdit(storage, 's', 'm2')).toBeUndefined();
    expect(readSavedEdit(storage, 'other', 'm1')).toBeUndefined();
  });

  it('is not restored after it was removed', () => {
    const storage = makeStorage();
    saveEdit(storage, 's', { basedOn: 'm1', draft });
    removeSavedEdit(storage, 's');
    expect(readSavedEdit(storage, 's', 'm1')).toBeUndefined();
  });

  it.each([
    '',
    'oops',
    '{}',
    '{"basedOn":"m1","draft":{"name":1}}',
    '{"basedOn":"m1","draft":{"name":"x"}}',
    '{"basedOn":"m1","draft":{"name":"x","steps":[{"seq":0}]}}',
  ])('is not read from %j', (text) => {
    const storage = makeStorage();
    storage.setItem('sekisho.draft.s', text);
    expect(readSavedEdit(storage, 's', 'm1')).toBeUndefined();
  });

  it('causes no error in a browser that does not allow storage', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
    saveEdit(storage, 's', { basedOn: 'm1', draft });
    removeSavedEdit(storage, 's');
    expect(readSavedEdit(storage, 's', 'm1')).toBeUndefined();
  });
});
