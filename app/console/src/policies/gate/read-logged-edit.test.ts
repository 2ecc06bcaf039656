import { describe, expect, it } from 'vitest';
import { readLoggedEdit } from './read-logged-edit.ts';

describe('readLoggedEdit', () => {
  it('reads both versions and the person', () => {
    const detail = { before: '{"to":"a"}', after: '{"to":"b"}', by: 'mika' };
    expect(readLoggedEdit(detail)).toEqual({ before: { to: 'a' }, after: { to: 'b' }, by: 'mika' });
  });

  it.each([
    ['a decision without an edit', { by: 'mika' }],
    ['an incomplete edit', { after: '{"to":"b"}' }],
    ['text that is not JSON', { before: '{', after: '{}' }],
    ['arguments that are not an object', { before: '1', after: '{}' }],
  ])('returns undefined for %s', (_case, detail) => {
    expect(readLoggedEdit(detail)).toBeUndefined();
  });
});
