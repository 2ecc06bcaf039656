import { describe, expect, it } from 'vitest';
import { fieldKind, parseFieldText, toFieldText } from './argument-field.ts';

describe('fieldKind', () => {
  it.each([
    [{ type: 'string' }, 'x', 'text'],
    [{ type: 'integer' }, 3, 'number'],
    [{ type: 'number' }, undefined, 'number'],
    [{ type: 'boolean' }, true, 'boolean'],
    [{ type: 'string', enum: ['a', 'b'] }, 'a', 'choice'],
    [{ type: 'array' }, [1], 'json'],
    [{ type: ['string', 'null'] }, null, 'json'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'x', 'json'],
    [{ enum: [1, 2] }, 1, 'json'],
    [true, 'x', 'json'],
    [undefined, 'x', 'text'],
    [undefined, 4, 'number'],
    [undefined, false, 'boolean'],
    [undefined, { a: 1 }, 'json'],
    [undefined, null, 'json'],
  ])('with the schema %j edits %j as %s', (schema, value, kind) => {
    expect(fieldKind(schema, value).kind).toBe(kind);
  });
});

describe('an unchanged value', () => {
  it.each([
    [{ type: 'string' }, '42'],
    [{ type: 'string' }, ''],
    [{ type: 'string' }, ' 行頭\n改行 '],
    [{ type: 'integer' }, 42],
    [{ type: 'number' }, 1.5e-7],
    [{ type: 'boolean' }, false],
    [{ type: 'string', enum: ['a'] }, 'a'],
    [{ type: 'array' }, ['1', 2, null]],
    [{ type: 'object' }, { a: { b: [true] } }],
    [{ type: ['string', 'null'] }, null],
    [undefined, '007'],
    [undefined, 0],
  ])('with the schema %j stays %j, with its type', (schema, value) => {
    const kind = fieldKind(schema, value);
    expect(parseFieldText(kind, toFieldText(kind, value))).toEqual({ ok: true, value });
  });
});

describe('parseFieldText', () => {
  it.each([
    ['number', { type: 'number' }, 'abc', 'number'],
    ['number', { type: 'number' }, '', 'number'],
    ['number', { type: 'number' }, '1e999', 'number'],
    ['integer', { type: 'integer' }, '1.5', 'integer'],
    ['JSON', { type: 'array' }, '[1,', 'json'],
    ['choice', { enum: ['a'] }, 'b', 'choice'],
  ])('rejects text that is not a valid %s', (_name, schema, text, problem) => {
    expect(parseFieldText(fieldKind(schema, undefined), text)).toEqual({ ok: false, problem });
  });

  it('accepts full-width digits of a Japanese keyboard', () => {
    expect(parseFieldText({ kind: 'number', isInteger: true }, '１２３')).toEqual({ ok: true, value: 123 });
  });
});
