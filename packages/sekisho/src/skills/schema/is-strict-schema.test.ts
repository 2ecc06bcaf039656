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
    ['a nested one', nested],
  ])('is true of %s, and upstream sends it unchanged', (_case, schema) => {
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
      'an open object inside',
      { ...nested, properties: { list: { type: 'object' }, kind: { type: 'string' } } },
    ],
    ['an unknown word', { ...defaultInputSchema(), oneOf: [] }],
    ['a part without a type', { ...nested, properties: { list: {}, kind: {} } }],
  ])('is false of %s', (_case, schema) => {
    expect(isStrictSchema(schema)).toBe(false);
  });
});
