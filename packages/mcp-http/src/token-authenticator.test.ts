import { describe, expect, it } from 'vitest';
import { createTokenAuthenticator } from './token-authenticator.ts';

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
