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
    ['a slug', withProperty({ type: 'string', pattern: '^[a-z0-9-]+$' })],
    ['a date', withProperty({ type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$` })],
  ])('takes %s', (_name, schema) => {
    expect(schemaProblem(schema)).toBeUndefined();
  });

  it.each([
    ['not about an object', { type: 'string' }],
    ['without a type', {}],
    ['pointing to the network', withProperty({ $ref: 'http://127.0.0.1/schema.json' })],
    ['pointing to a file', withProperty({ $ref: 'file:///etc/passwd' })],
    ['with a pattern that takes exponential time', withProperty({ pattern: '^(a+)+$' })],
    ['with such a pattern in disguise', withProperty({ pattern: '^([a-z]|[a-z0-9])*$' })],
    ['with such a pattern for names', { type: 'object', patternProperties: { '(x*)*': {} } }],
    ['with a back reference', withProperty({ pattern: String.raw`^(.*)\1$` })],
    ['with a broken pattern', withProperty({ pattern: '(' })],
    ['with an endless pattern', withProperty({ pattern: 'a'.repeat(400) })],
    ['without a bottom', withProperty(nested(60))],
    ['without an end', withProperty({ enum: Array.from({ length: 6_000 }, (_, index) => index) })],
  ])('refuses one %s', (_name, schema) => {
    expect(schemaProblem(schema)).toBeTypeOf('string');
  });
});
