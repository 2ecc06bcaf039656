import { describe, expect, it } from 'vitest';
import { HandleCodec } from './handle-codec.ts';
import { openHandle } from './open-handle.ts';

const codec = new HandleCodec('a secret of sixteen characters');

describe('openHandle', () => {
  it('accepts the id itself when there is one user', () => {
    expect(openHandle('resp_abc', 'ann', undefined)).toBe('resp_abc');
  });

  it('opens the handle of its owner', () => {
    expect(openHandle(codec.seal('resp_abc', 'ann', 0), 'ann', codec)).toBe('resp_abc');
  });

  it.each([
    ['a text that is not an id', 'conv_abc', undefined, 'invalid_response_id'],
    ['an id that contains a path', 'resp_a/../b', undefined, 'invalid_response_id'],
    ['a raw id where ids are sealed', 'resp_abc', codec, 'invalid_response_id'],
    ['the handle of another user', codec.seal('resp_abc', 'bob', 0), codec, 'foreign_conversation'],
  ])('rejects %s', (_case, handle, handles, code) => {
    expect(() => openHandle(handle, 'ann', handles)).toThrow(expect.objectContaining({ code }));
  });
});
