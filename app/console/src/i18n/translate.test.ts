import { describe, expect, it } from 'vitest';
import { translate } from './translate.ts';

describe('translate', () => {
  it('inserts values into their placeholders', () => {
    expect(translate('en', 'Decided by {who}', { who: 'mika' })).toBe('Decided by mika');
  });

  it('displays invisible characters of a value', () => {
    expect(translate('en', 'Sends to {who}.', { who: 'a\u{202e}b' })).toBe(String.raw`Sends to a\u{202e}b.`);
  });

  it('formats numbers in the language', () => {
    expect(translate('en', '{count} records', { count: 1_000_000 })).toBe('1,000,000 records');
  });

  it.each([
    [0, '0 calls'],
    [1, '1 call'],
    [2, '2 calls'],
  ])('selects the English form for %i', (count, text) => {
    expect(translate('en', { one: '{count} call', other: '{count} calls' }, { count })).toBe(text);
  });

  it('never uses a singular in Japanese', () => {
    expect(translate('ja', { one: '一件', other: '{count} 件' }, { count: 1 })).toBe('1 件');
  });

  it('leaves a placeholder without a value visible', () => {
    expect(translate('en', 'Hello {name}')).toBe('Hello {name}');
  });

  it('does not read a value from the prototype', () => {
    expect(translate('en', '{toString}')).toBe('{toString}');
  });

  it('does not fill placeholders inside of a value', () => {
    expect(translate('en', '{a}', { a: '{b}', b: 'x' })).toBe('{b}');
  });
});
