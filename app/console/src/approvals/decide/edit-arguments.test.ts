import { describe, expect, it } from 'vitest';
import { finishEditing, startEditing } from './edit-arguments.ts';

const parameters = {
  type: 'object',
  properties: { amount: { type: 'integer' }, note: { type: 'string' }, urgent: { type: 'boolean' } },
};
const values = { amount: 1200, note: '42', urgent: false, tags: ['a', 1] };

const edited = (changes: Readonly<Record<string, string>>, given: Record<string, unknown> = values) =>
  finishEditing(
    startEditing(given, parameters).map((field) => ({
      ...field,
      text: Object.hasOwn(changes, field.name) ? (changes[field.name] as string) : field.text,
    })),
  );

describe('editing arguments', () => {
  it('keeps every type when nothing is changed', () => {
    expect(edited({})).toEqual({ values, changed: [], problems: new Map() });
  });

  it('keeps the type of a changed value', () => {
    const result = edited({ amount: '900', note: '43', urgent: 'true', tags: '["b"]' });
    expect(result.values).toEqual({ amount: 900, note: '43', urgent: true, tags: ['b'] });
    expect(result.changed).toEqual(['amount', 'note', 'urgent', 'tags']);
  });

  it('reports invalid values', () => {
    expect(edited({ amount: '9.5', tags: '[' }).problems).toEqual(
      new Map([
        ['amount', 'integer'],
        ['tags', 'json'],
      ]),
    );
  });

  it.each([
    ['a text', { note: '[masked]' }],
    ['a number', { amount: '[masked]' }],
    ['a value inside of a list', { tags: ['x', { key: '[masked]' }] }],
  ])('rejects a mask in place of %s', (_case, given) => {
    expect([...edited({}, given).problems.values()]).toEqual(['masked']);
  });

  it('accepts a value that replaces a mask', () => {
    expect(edited({ note: 'new' }, { note: '[masked]' }).problems.size).toBe(0);
  });

  it.each(['constructor', '__proto__', 'toString'])('keeps an argument named %s', (name) => {
    const given = JSON.parse(`{"${name}": "x"}`) as Record<string, unknown>;
    expect(JSON.stringify(edited({}, given).values)).toBe(JSON.stringify(given));
  });

  it('selects the field by the type of the value when there is no schema', () => {
    const fields = startEditing({ a: 1 }, null);
    expect(finishEditing(fields).values).toEqual({ a: 1 });
  });
});
