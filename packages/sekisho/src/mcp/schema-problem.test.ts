import { describe, expect, it } from 'vitest';
import { schemaProblem } from './schema-problem.ts';

const withProperty = (property: unknown) => ({ type: 'object', properties: { a: property } });
const nested = (depth: number): unknown => (depth === 0 ? {} : { items: nested(depth - 1) });

describe('schemaProblem', () => {
  it.each([
    ['a plain object', { type: 'object' }],
    [
      'references within itself',
      { ...withProperty({ $ref: '#/$defs/b' }), $defs: { b: { type: 'string' } } },
    ],
  ])('takes %s', (_name, schema) => {
    expect(schemaProblem(schema)).toBeUndefined();
  });

  it.each([
    ['not about an object', { type: 'string' }],
    ['without a type', {}],
    ['pointing to the network', withProperty({ $ref: 'http://127.0.0.1/schema.json' })],
    ['pointing to a file', withProperty({ $ref: 'file:///etc/passwd' })],
    ['without a bottom', withProperty(nested(60))],
    ['without an end', withProperty({ enum: Array.from({ length: 6_000 }, (_, index) => index) })],
  ])('refuses one %s', (_name, schema) => {
    expect(schemaProblem(schema)).toBeTypeOf('string');
  });
});
