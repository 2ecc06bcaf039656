import { describe, expect, it } from 'vitest';
import { readLiteral } from './read-literal.ts';

describe('readLiteral', () => {
  it('reads JSON', () => {
    expect(readLiteral('{"a": [1, "x"]}')).toEqual({ a: [1, 'x'] });
  });

  it("reads Python's notation", () => {
    expect(
      readLiteral(`{'a': None, "b": [True, 1.5, ('x', 'it\\'s')], 'd': datetime.date(2024, 5, 1)}`),
    ).toEqual(
      new Map<string, unknown>([
        ['a', null],
        ['b', [true, 1.5, ['x', "it's"]]],
        ['d', [2024, 5, 1]],
      ]),
    );
  });

  it('reads spaces, trailing commas and escaped characters', () => {
    const text = `{'a': [ 'x' , ], 'b' : [ ], 'c': 'one\\ntwo\\tthree\\rfour' }`;
    expect(readLiteral(text)).toEqual(
      new Map<string, unknown>([
        ['a', ['x']],
        ['b', []],
        ['c', 'one two three four'],
      ]),
    );
  });

  const nested = (depth: number) => `${'['.repeat(depth)}None${']'.repeat(depth)}`;
  it('reads up to 32 levels', () => {
    expect(readLiteral(nested(32))).toBeDefined();
  });

  it.each([
    ['plain words'],
    [nested(33)],
    [`${"{'a': ".repeat(33)}1${'}'.repeat(33)}`],
    [`${'{'.repeat(33)}1${': 1}'.repeat(33)}`],
    ['{"a": 1} and more'],
    ["{'a': 'open"],
    ["{'a' 1}"],
    ['[1 2]'],
    ['{'.repeat(1000)],
    [''],
  ])('treats %j as prose', (text) => {
    expect(readLiteral(text)).toBeUndefined();
  });
});
