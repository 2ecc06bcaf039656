import { describe, expect, it } from 'vitest';
import { tool } from '../../openai-agents/upstream.ts';
import { checkJsonSchema, isStrictSchema } from './json-schema.ts';
import { argumentsInputSchema, defaultInputSchema } from './resolve-schema.ts';

const doubling = (times: number) =>
  Object.fromEntries(
    Array.from({ length: times + 1 }, (_, index) => {
      const next = { $ref: `#/$defs/${index + 1}` };
      return [`${index}`, index === times ? {} : { allOf: [next, next] }];
    }),
  );

describe('checkJsonSchema', () => {
  it.each([
    ['the default', defaultInputSchema()],
    ['the one with arguments', argumentsInputSchema('a file')],
    [
      'internal references',
      { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } },
    ],
    [
      'conditions',
      JSON.parse('{"type":"object","if":{"required":["a"]},"then":{"required":["b"]},"else":false}'),
    ],
    ['draft 7 tuples', { type: 'object', properties: { a: { items: [{ type: 'string' }, true] } } }],
    ['unknown keywords', { type: 'object', 'x-order': 1 }],
    ['a slug pattern', { type: 'object', properties: { a: { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' } } }],
    [
      'a tree',
      {
        type: 'object',
        $ref: '#/$defs/a',
        $defs: { a: { properties: { left: { $ref: '#/$defs/a' }, right: { $ref: '#/$defs/a' } } } },
      },
    ],
    ['a reference to itself', { type: 'object', properties: { a: { $ref: '#' } } }],
    ['a property called pattern', { type: 'object', properties: { pattern: { type: 'string' } } }],
  ])('accepts %s', (_case, schema) => {
    expect(checkJsonSchema(schema)).toEqual({ schema });
  });

  it.each([
    ['a misspelled type', { type: 'object', properties: { a: { type: 'objct' } } }],
    ['properties as a list', { type: 'object', properties: [] }],
    ['required as a string', { type: 'object', required: 'a' }],
    ['a nested misspelling', { type: 'object', anyOf: [{ minLength: -1 }] }],
    ['then as a string', JSON.parse('{"type":"object","then":"x"}')],
    ['another root type', { type: 'string' }],
    ['no root type', { properties: {} }],
    ['a boolean', true],
    ['a list', []],
    ['nothing', null],
    ['an external reference', { type: 'object', properties: { a: { $ref: 'https://example.test/s.json' } } }],
    ['a reference to a file', { type: 'object', $ref: 'file:///etc/passwd' }],
    ['a reference to an anchor', { type: 'object', $ref: '#name', properties: { a: { $anchor: 'name' } } }],
    ['a part with an $id', { type: 'object', properties: { a: { $id: 'urn:a' } } }],
    ['definitions that double thirty times', { type: 'object', $ref: '#/$defs/0', $defs: doubling(30) }],
    [
      'an exponential pattern for additional items',
      { type: 'object', properties: { a: { items: [{}], additionalItems: { pattern: '^(a+)+$' } } } },
    ],
    [
      'an exponential pattern in a dependency',
      { type: 'object', dependencies: { a: { properties: { b: { pattern: '^(a+)+$' } } } } },
    ],
    ['an invalid pattern', { type: 'object', properties: { a: { pattern: '(' } } }],
    ['an exponential pattern', { type: 'object', properties: { a: { pattern: '^(a+)+$' } } }],
    ['an exponential alternative', { type: 'object', properties: { a: { pattern: '^(?:a|a)*$' } } }],
    [
      'a separator that is also a letter',
      { type: 'object', properties: { a: { pattern: '^(-[a-z-]+)*$' } } },
    ],
    ['a back reference', { type: 'object', properties: { a: { pattern: String.raw`(a*)\1` } } }],
    ['a pattern as a property name', { type: 'object', patternProperties: { '(a*)*': {} } }],
    ['too many parts', { type: 'object', enum: Array.from({ length: 6000 }, (_, n) => n) }],
  ])('rejects %s', (_case, schema) => {
    expect(checkJsonSchema(schema)).toHaveProperty('problem');
  });

  it('rejects endless nesting without exhausting the stack', () => {
    let schema: Record<string, unknown> = { type: 'object' };
    for (let depth = 0; depth < 20_000; depth += 1) schema = { type: 'object', not: schema };
    expect(checkJsonSchema(schema)).toHaveProperty('problem');
  });
});

const nested = {
  type: 'object',
  properties: {
    list: { type: 'array', items: { ...defaultInputSchema() } },
    kind: { type: 'string', enum: ['a', 'b'] },
  },
  required: ['list', 'kind'],
  additionalProperties: false,
};

describe('isStrictSchema', () => {
  it.each([
    ['the default', defaultInputSchema()],
    ['a nested schema', nested],
  ])('returns true for %s, which the Agents SDK sends unchanged', (_case, schema) => {
    expect(isStrictSchema(schema)).toBe(true);
    const made = tool({
      name: 'a',
      description: '',
      parameters: JSON.parse(JSON.stringify(schema)),
      strict: true,
      execute: () => '',
    });
    expect(made.parameters).toEqual(schema);
  });

  it.each([
    ['an optional property', argumentsInputSchema(undefined)],
    ['an open object', { ...defaultInputSchema(), additionalProperties: true }],
    [
      'a nested open object',
      { ...nested, properties: { list: { type: 'object' }, kind: { type: 'string' } } },
    ],
    ['an unknown keyword', { ...defaultInputSchema(), oneOf: [] }],
    ['a part without a type', { ...nested, properties: { list: {}, kind: {} } }],
  ])('returns false for %s', (_case, schema) => {
    expect(isStrictSchema(schema)).toBe(false);
  });
});
