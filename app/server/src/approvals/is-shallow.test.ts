import { describe, expect, it } from 'vitest';
import { isShallow } from './is-shallow.ts';

const nested = (levels: number): unknown =>
  JSON.parse(`${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`);

describe('isShallow', () => {
  it.each([1, 'text', null, undefined, [], {}, { a: [1, { b: 'c' }] }, nested(64)])('accepts %j', (value) => {
    expect(isShallow(value)).toBe(true);
  });

  it.each([66, 30_000])('rejects %i levels', (levels) => {
    expect(isShallow(nested(levels))).toBe(false);
  });
});
