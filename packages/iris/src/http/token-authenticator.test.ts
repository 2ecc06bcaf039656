import { describe, expect, it } from 'vitest';
import { createTokenAuthenticator, parseTokens } from './token-authenticator.ts';

describe('parseTokens', () => {
  it('reads names and tokens; a token alone belongs to the local user', () => {
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
  ])('refuses "%s"', (text) => {
    expect(() => parseTokens(text)).toThrow('IRIS_HTTP_TOKENS');
  });
});

describe('createTokenAuthenticator', () => {
  const authenticate = createTokenAuthenticator(new Map([['hanako', '0123456789abcdef']]));

  it.each([
    ['the right one', 'Bearer 0123456789abcdef', 'hanako'],
    ['another case of the scheme', 'bearer 0123456789abcdef', 'hanako'],
    ['a beginning of it', 'Bearer 0123456789abcde', undefined],
    ['more than it', 'Bearer 0123456789abcdef0', undefined],
    ['nothing', null, undefined],
    ['an empty one', 'Bearer ', undefined],
  ])('answers %s', async (_case, header, owner) => {
    expect((await authenticate(header))?.auth?.clientId).toBe(owner);
  });
});
