import { describe, expect, it } from 'vitest';
import { ResponsesError } from '../errors/responses-error.ts';
import { parseBooleanLike } from './parse-boolean-like.ts';

describe('parseBooleanLike', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
    [1, true],
    [0, false],
    ['1', true],
    ['0', false],
  ])('parses %j as %j', (value, expected) => {
    expect(parseBooleanLike(value, 'enable_stream')).toBe(expected);
  });

  it.each(['True', 'yes', 'on', '', ' true', 2, -1, 0.5, null, undefined, [], {}, Number.NaN])(
    'rejects %j and names the parameter',
    (value) => {
      expect(() => parseBooleanLike(value, 'enable_stream')).toThrow(
        expect.objectContaining({
          code: 'invalid_argument',
          message: expect.stringContaining('enable_stream'),
        }),
      );
      expect(() => parseBooleanLike(value, 'enable_stream')).toThrow(ResponsesError);
    },
  );
});
