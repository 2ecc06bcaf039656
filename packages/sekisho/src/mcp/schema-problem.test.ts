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
    ['a reference to nowhere', withProperty({ $ref: '#/constructor/x' })],
    ['itself inside', withProperty({ $ref: '#' })],
    ['a part with an odd name', { ...withProperty({ $ref: '#/$defs/a~1b%20c' }), $defs: { 'a/b c': {} } }],
    ['a few references to one part', { type: 'object', $ref: '#/$defs/0', $defs: doubling(5) }],
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
  ])('takes %s', (_name, schema) => {
    expect(schemaProblem(schema)).toBeUndefined();
  });

  it.each([
    ['not about an object', { type: 'string' }],
    ['without a type', {}],
    ['pointing to the network', withProperty({ $ref: 'http://127.0.0.1/schema.json' })],
    ['pointing to a file', withProperty({ $ref: 'file:///etc/passwd' })],
    ['without a bottom', withProperty(nested(60))],
    ['pointing to a part by a name', withProperty({ $ref: '#name' })],
    ['with an address of its own inside', withProperty({ $id: 'urn:b', items: {} })],
    ['that doubles thirty times', { type: 'object', $ref: '#/$defs/0', $defs: doubling(30) }],
    ['without an end', withProperty({ enum: Array.from({ length: 6_000 }, (_, index) => index) })],
  ])('refuses one %s', (_name, schema) => {
    expect(schemaProblem(schema)).toBeTypeOf('string');
  });
});
