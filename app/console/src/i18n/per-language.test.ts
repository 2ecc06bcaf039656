import { describe, expect, it } from 'vitest';
import { perLanguage } from './per-language.ts';

describe('perLanguage', () => {
  it('creates one value for each language, on first use', () => {
    const made: string[] = [];
    const find = perLanguage((language) => {
      made.push(language);
      return { language };
    });
    expect(made).toEqual([]);
    expect([find('ja'), find('en'), find('ja')].map(({ language }) => language)).toEqual(['ja', 'en', 'ja']);
    expect(made).toEqual(['ja', 'en']);
  });
});
