import { describe, expect, it } from 'vitest';
import { createTokenAuthenticator, parseTokens } from './token-authenticator.ts';

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

describe('createTokenAuthenticator', () => {
  const authenticate = createTokenAuthenticator(new Map([['hanako', '0123456789abcdef']]));

  it.each([
    ['the correct token', 'Bearer 0123456789abcdef', 'hanako'],
    ['the scheme in lower case', 'bearer 0123456789abcdef', 'hanako'],
    ['a prefix of the token', 'Bearer 0123456789abcde', undefined],
    ['the token with a suffix', 'Bearer 0123456789abcdef0', undefined],
    ['nothing', null, undefined],
    ['an empty token', 'Bearer ', undefined],
  ])('handles %s', async (_case, header, owner) => {
    expect((await authenticate(header))?.auth?.clientId).toBe(owner);
  });
});
