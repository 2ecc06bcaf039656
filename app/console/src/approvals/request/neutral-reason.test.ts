import { describe, expect, it } from 'vitest';
import { firstSentence, neutralReason } from './neutral-reason.ts';

describe('neutralReason', () => {
  it.each([
    ['You did not ask for an action of this kind.', 'The user did not ask for an action of this kind.'],
    ['It comes from a field. You asked your bank.', 'It comes from a field. The user asked the user’s bank.'],
    ['Every change needs your word.', 'Every change needs the user’s word.'],
    ['Young youth.', 'Young youth.'],
  ])('rewrites %s', (reason, expected) => {
    expect(neutralReason({ reason, reason_ja: '' }, 'en')).toBe(expected);
  });
});

describe('firstSentence', () => {
  it.each([
    ['One. Two.', 'One.'],
    ['The path "a.txt" comes from x. Two.', 'The path "a.txt" comes from x.'],
    ['一つ。二つ。', '一つ。'],
    ['no end', 'no end'],
  ])('of %s', (text, expected) => {
    expect(firstSentence(text)).toBe(expected);
  });
});
