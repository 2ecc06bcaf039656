import { describe, expect, it } from 'vitest';
import { parseTextFormat } from './parse-text-format.ts';

const schema = { type: 'object', properties: { a: { type: 'string' } } };

describe('parseTextFormat', () => {
  it.each([
    ['an object', { schema, name: 'answer' }],
    ['its JSON text', JSON.stringify({ schema, name: 'answer' })],
  ])('turns %s into text.format', (_case, source) => {
    expect(parseTextFormat(source)).toEqual({ type: 'json_schema', name: 'answer', schema });
  });

  it('gives a format without a name one that the API accepts', () => {
    expect(parseTextFormat({ schema }).name).toBe('response');
  });

  it.each([
    [true, true],
    ['false', false],
    [1, true],
    ['0', false],
  ])('reads strict %j as %j', (strict, expected) => {
    expect(parseTextFormat({ schema, strict }).strict).toBe(expected);
  });

  it.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['is not JSON', '{'],
    ['is a list', '[]'],
    ['is a number', 3],
    ['has no schema', { name: 'answer' }],
    ['has a schema that is no object', { schema: 'text' }],
    ['has a strict that is neither true nor false', { schema, strict: 'maybe' }],
    ['has a name that the API refuses', { schema, name: 'two words' }],
    ['is a bare schema', schema],
  ])('refuses a json_schema that %s', (_case, source) => {
    expect(() => parseTextFormat(source)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('takes a bare schema where the door allows it', () => {
    expect(parseTextFormat(schema, { bareSchema: 'accept' })).toMatchObject({ schema, name: 'response' });
  });

  it('does not mistake an arbitrary object for a bare schema', () => {
    expect(() => parseTextFormat({ answer: 1 }, { bareSchema: 'accept' })).toThrow(/schema/);
  });
});
