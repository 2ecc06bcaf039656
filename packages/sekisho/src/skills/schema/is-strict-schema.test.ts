import { describe, expect, it } from 'vitest';
import { tool } from '../../sdk/upstream.ts';
import { argumentsInputSchema, defaultInputSchema } from './resolve-schema.ts';
import { isStrictSchema } from './is-strict-schema.ts';

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
