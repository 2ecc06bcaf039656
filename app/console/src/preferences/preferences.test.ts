import { describe, expect, it } from 'vitest';
import { readPreferences, writePreferences, type PreferenceStorage } from './preferences.ts';

function storageWith(entries: Record<string, string> = {}): PreferenceStorage {
  const kept = new Map(Object.entries(entries));
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

const refusing: PreferenceStorage = {
  getItem: () => {
    throw new Error('denied');
  },
  setItem: () => {
    throw new Error('full');
  },
};

const plain = { search: '', languages: ['en-US'] };

describe('preferences', () => {
  it.each([
    ['the address', '?lang=ja', 'en', ['en'], 'ja'],
    ['the storage', '', 'ja', ['en'], 'ja'],
    ['the browser', '', '', ['fr-FR', 'ja-JP', 'en'], 'ja'],
    ['the default', '?lang=xx', 'yy', ['fr'], 'en'],
  ])('reads the language from %s', (_source, search, stored, languages, expected) => {
    const storage = storageWith({ 'sekisho.language': stored });
    expect(readPreferences(storage, { search, languages }).language).toBe(expected);
  });

  it('reads back what was written', () => {
    const storage = storageWith();
    const chosen = {
      language: 'ja',
      theme: 'dark',
      density: 'compact',
      advance: false,
      singleKeys: false,
    } as const;
    writePreferences(storage, chosen);
    expect(readPreferences(storage, plain)).toEqual(chosen);
  });

  it('ignores an unknown theme and an unknown density', () => {
    const storage = storageWith({ 'sekisho.theme': 'pink', 'sekisho.density': 'tiny' });
    expect(readPreferences(storage, plain)).toMatchObject({ theme: 'system', density: 'comfortable' });
  });

  it('works in a browser that does not allow storage', () => {
    const standard = {
      language: 'en',
      theme: 'system',
      density: 'comfortable',
      advance: true,
      singleKeys: true,
    } as const;
    writePreferences(refusing, { ...standard, theme: 'dark' });
    expect(readPreferences(refusing, plain)).toEqual(standard);
  });
});
