import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

describe('detectLanguage', () => {
  it.each([
    ['こんにちは', 'ja'],
    ['TypeScript の型について', 'ja'],
    ['東京都', 'ja'],
    ['What does 東京 mean?', 'en'],
    ['Hello', 'en'],
    ['', 'en'],
  ])('detects the language of "%s" as %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });
});
