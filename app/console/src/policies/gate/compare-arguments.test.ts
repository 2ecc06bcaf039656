import { describe, expect, it } from 'vitest';
import { compareArguments } from './compare-arguments.ts';

const changes = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  compareArguments(before, after).map(({ name, change }) => `${name} ${change}`);

describe('compareArguments', () => {
  it('lists changed, added and removed arguments', () => {
    expect(changes({ account: 'A', amount: 1, note: 'x' }, { account: 'B', amount: 1, memo: 'y' })).toEqual([
      'account changed',
      'amount none',
      'memo added',
      'note removed',
    ]);
  });

  it.each([
    ['the order of keys', { v: { a: 1, b: [1, { c: 2 }] } }, { v: { b: [1, { c: 2 }], a: 1 } }, 'v none'],
    ['a deep value', { v: { a: [1, { c: 2 }] } }, { v: { a: [1, { c: 3 }] } }, 'v changed'],
    ['the order of a list', { v: [1, 2] }, { v: [2, 1] }, 'v changed'],
    ['a number changed to a text', { v: 1 }, { v: '1' }, 'v changed'],
    ['null changed to an object', { v: null }, { v: {} }, 'v changed'],
    ['a list changed to an object', { v: ['a'] }, { v: { 0: 'a' } }, 'v changed'],
    [
      'a missing argument with the name of a prototype member',
      { constructor: 'x' },
      { constructor: 'x' },
      'constructor none',
    ],
  ])('compares %s', (_case, before, after, expected) => {
    expect(changes(before, after)).toEqual([expected]);
  });
});
