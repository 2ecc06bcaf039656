import { describe, expect, it } from 'vitest';
import { schemaProblem } from './schema-problem.ts';

const withProperty = (property: unknown) => ({ type: 'object', properties: { a: property } });
const nested = (depth: number): unknown => (depth === 0 ? {} : { items: nested(depth - 1) });

const doubling = (times: number) =>
  Object.fromEntries(
    Array.from({ length: times + 1 }, (_, index) => {
      const next = { $ref: `#/$defs/${index + 1}` };
      return [`${index}`, index === times ? {} : { allOf: [next, next] }];
    }),
  );

describe('schemaProblem', () => {
  it.each([
    ['a plain object', { type: 'object' }],
    [
      'references within itself',
      { ...withProperty({ $ref: '#/$defs/b' }), $defs: { b: { type: 'string' } } },
    ],
    [
      'a tree',
      { ...withProperty({ $ref: '#/$defs/b' }), $defs: { b: { items: { anyOf: [{ $ref: '#/$defs/b' }] } } } },
    ],
    ['a dangling reference', withProperty({ $ref: '#/constructor/x' })],
    ['a reference to itself', withProperty({ $ref: '#' })],
    [
      'a definition with special characters in its name',
      { ...withProperty({ $ref: '#/$defs/a~1b%20c' }), $defs: { 'a/b c': {} } },
    ],
    ['a few references to one definition', { type: 'object', $ref: '#/$defs/0', $defs: doubling(5) }],
    [
      'many references to a long list of values',
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => [`zone${index}`, { $ref: '#/$defs/zone' }]),
        ),
        $defs: { zone: { enum: Array.from({ length: 600 }, (_, index) => `Area/City${index}`) } },
      },
    ],
    ['a property called $ref or $id', { type: 'object', properties: { $ref: {}, $id: {} } }],
  ])('accepts %s', (_name, schema) => {
    expect(schemaProblem(schema)).toBeUndefined();
  });

  it.each([
    ['that does not describe an object', { type: 'string' }],
    ['without a type', {}],
    ['that refers to a URL', withProperty({ $ref: 'http://127.0.0.1/schema.json' })],
    ['that refers to a file', withProperty({ $ref: 'file:///etc/passwd' })],
    ['that is nested too deeply', withProperty(nested(60))],
    ['that refers to a definition by anchor', withProperty({ $ref: '#name' })],
    ['with a nested $id', withProperty({ $id: 'urn:b', items: {} })],
    ['that doubles thirty times', { type: 'object', $ref: '#/$defs/0', $defs: doubling(30) }],
    ['with an endless recursion', withProperty({ enum: Array.from({ length: 6_000 }, (_, index) => index) })],
  ])('rejects a schema %s', (_name, schema) => {
    expect(schemaProblem(schema)).toBeTypeOf('string');
  });
});
