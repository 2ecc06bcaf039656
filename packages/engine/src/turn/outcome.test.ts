import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeOutcome, replayOutcome } from './outcome.ts';

describe('a recorded outcome', () => {
  it('replays any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(replayOutcome(encodeOutcome({ value }))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('replays bytes inside a structure', () => {
    const value = { type: 'image', image: { data: new Uint8Array([1, 2, 255]) } };
    expect(replayOutcome(encodeOutcome({ value }))).toEqual(value);
  });

  it('throws the error of the body again', () => {
    expect(() => replayOutcome(encodeOutcome({ failure: 'disk full' }))).toThrow('disk full');
  });

  it('stores a value that JSON cannot represent as text', () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    expect(replayOutcome(encodeOutcome({ value: circular }))).toBe('[object Object]');
    expect(replayOutcome(encodeOutcome({ value: undefined }))).toBeUndefined();
  });
});
