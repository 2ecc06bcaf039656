import { describe, expect, it } from 'vitest';
import { parseTextFormat } from './parse-text-format.ts';

const schema = { type: 'object', properties: { a: { type: 'string' } } };

describe('parseTextFormat', () => {
  it.each([
    ['an object', { schema, name: 'answer' }],
    ['its JSON text', JSON.stringify({ schema, name: 'answer' })],
  ])('converts %s to text.format', (_case, source) => {
    expect(parseTextFormat(source)).toEqual({ type: 'json_schema', name: 'answer', schema });
  });

  it('sets a valid name for a format without a name', () => {
    expect(parseTextFormat({ schema }).name).toBe('response');
  });

  it.each([
    [true, true],
    ['false', false],
    [1, true],
    ['0', false],
  ])('parses strict %j as %j', (strict, expected) => {
    expect(parseTextFormat({ schema, strict }).strict).toBe(expected);
  });

  it.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['is not JSON', '{'],
    ['is a list', '[]'],
    ['is a number', 3],
    ['has no schema', { name: 'answer' }],
    ['has a schema that is not an object', { schema: 'text' }],
    ['has a strict that is not a boolean', { schema, strict: 'maybe' }],
    ['has a name that the API rejects', { schema, name: 'two words' }],
    ['is a bare schema', schema],
  ])('rejects a json_schema that %s', (_case, source) => {
    expect(() => parseTextFormat(source)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('accepts a bare schema where the caller allows it', () => {
    expect(parseTextFormat(schema, { bareSchema: 'accept' })).toMatchObject({ schema, name: 'response' });
  });

  it('does not accept an arbitrary object as a bare schema', () => {
    expect(() => parseTextFormat({ answer: 1 }, { bareSchema: 'accept' })).toThrow(/schema/);
  });
});
