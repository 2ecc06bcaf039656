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
  it('keeps every type when nothing is touched', () => {
    expect(edited({})).toEqual({ values, changed: [], problems: new Map() });
  });

  it('keeps the type of what is changed', () => {
    const result = edited({ amount: '900', note: '43', urgent: 'true', tags: '["b"]' });
    expect(result.values).toEqual({ amount: 900, note: '43', urgent: true, tags: ['b'] });
    expect(result.changed).toEqual(['amount', 'note', 'urgent', 'tags']);
  });

  it('names what is wrong', () => {
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
    ['something inside a list', { tags: ['x', { key: '[masked]' }] }],
  ])('refuses to send a mask in place of %s', (_case, given) => {
    expect([...edited({}, given).problems.values()]).toEqual(['masked']);
  });

  it('accepts a mask that was replaced', () => {
    expect(edited({ note: 'new' }, { note: '[masked]' }).problems.size).toBe(0);
  });

  it.each(['constructor', '__proto__', 'toString'])('keeps an argument named %s', (name) => {
    const given = JSON.parse(`{"${name}": "x"}`) as Record<string, unknown>;
    expect(JSON.stringify(edited({}, given).values)).toBe(JSON.stringify(given));
  });

  it('edits without a schema by the type of the value', () => {
    const fields = startEditing({ a: 1 }, null);
    expect(finishEditing(fields).values).toEqual({ a: 1 });
  });
});
