import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

describe('createRedactor', () => {
  it.each([
    ['a credential', { key: 'topsecret1' }, 'the key topsecret1 is wrong', 'the key *** is wrong'],
    ['a nested credential', { list: [{ key: 'topsecret1' }] }, 'topsecret1', '***'],
    ['the longer of two credentials', { a: 'secret', b: 'secret-long' }, 'secret-long', '***'],
    ['a key that is not among the credentials', {}, 'sk-proj-abcdefgh', '***'],
    ['a header', {}, 'Authorization: Bearer abc.def-ghi', 'Authorization: ***'],
    ['a password in a URL', {}, 'https://user:pass@host/', 'https://***@host/'],
    ['nothing in plain text', { mode: 'fast' }, 'a fast answer', 'a fast answer'],
    ['nothing without credentials', undefined, 'hello', 'hello'],
  ])('masks %s', (_case, credentials, text, expected) => {
    expect(createRedactor(credentials)(text)).toBe(expected);
  });
});
