import { describe, expect, it } from 'vitest';
import { parseTokens } from './parse-tokens.ts';

describe('parseTokens', () => {
  it('reads names and tokens; a token without a name belongs to the local user', () => {
    expect([...parseTokens('hanako:0123456789abcdef, taro:fedcba9876543210')]).toEqual([
      ['hanako', '0123456789abcdef'],
      ['taro', 'fedcba9876543210'],
    ]);
    expect([...parseTokens('0123456789abcdef')]).toEqual([['local', '0123456789abcdef']]);
  });

  it.each([
    '',
    'short',
    'a:0123456789abcdef,a:fedcba9876543210',
    'a:0123456789abcdef,',
    'a:0123456789 abcdef',
    'a:0123456789abcdef:é',
  ])('rejects "%s"', (text) => {
    expect(() => parseTokens(text)).toThrow('IRIS_HTTP_TOKENS');
  });
});
