import { describe, expect, it } from 'vitest';
import { translate } from './translate.ts';

describe('translate', () => {
  it('puts values into their places', () => {
    expect(translate('en', 'Decided by {who}', { who: 'mika' })).toBe('Decided by mika');
  });

  it('shows what nobody would see in a value', () => {
    expect(translate('en', 'Sends to {who}.', { who: 'a\u{202e}b' })).toBe(String.raw`Sends to a\u{202e}b.`);
  });

  it('writes numbers as the language writes them', () => {
    expect(translate('en', '{count} records', { count: 1_000_000 })).toBe('1,000,000 records');
  });

  it.each([
    [0, '0 calls'],
    [1, '1 call'],
    [2, '2 calls'],
  ])('picks the English form for %i', (count, text) => {
    expect(translate('en', { one: '{count} call', other: '{count} calls' }, { count })).toBe(text);
  });

  it('never uses a singular in Japanese', () => {
    expect(translate('ja', { one: '一件', other: '{count} 件' }, { count: 1 })).toBe('1 件');
  });

  it('leaves a place visible that nobody filled', () => {
    expect(translate('en', 'Hello {name}')).toBe('Hello {name}');
  });

  it('does not look a value up on the prototype', () => {
    expect(translate('en', '{toString}')).toBe('{toString}');
  });

  it('does not fill places that a value brought along', () => {
    expect(translate('en', '{a}', { a: '{b}', b: 'x' })).toBe('{b}');
  });
});
