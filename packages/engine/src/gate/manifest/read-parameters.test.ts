import { describe, expect, it } from 'vitest';
import { readParameters } from './read-parameters.ts';

const text = { type: 'string' };
const pathsOf = (schema: unknown) => readParameters(schema).map(({ path }) => path);

describe('readParameters', () => {
  it('lists nested arguments, also of lists', () => {
    const to = { type: 'array', items: { type: 'object', properties: { mail: text } } };
    expect(pathsOf({ properties: { to, job: { properties: { id: text } } } })).toEqual([
      'to',
      'to.mail',
      'job',
      'job.id',
    ]);
  });

  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['null', 'integer'] }, 'integer'],
    [{ anyOf: [{ type: 'null' }, { type: 'number' }] }, 'number'],
    [{ type: 'array', items: { type: 'string' } }, 'string'],
    [{ anyOf: [{ enum: ['a'] }] }, undefined],
  ])('reads the type of %j as %s', (property, type) => {
    expect(readParameters({ properties: { a: property } })).toMatchObject([{ type }]);
  });

  it('reads the description of a list, or that of its items', () => {
    const items = { type: 'string', description: 'Each address.' };
    const descriptionOf = (property: object) =>
      readParameters({ properties: { a: property } })[0]?.description;
    expect(descriptionOf({ type: 'array', description: 'All addresses.', items })).toBe('All addresses.');
    expect(descriptionOf({ type: 'array', items })).toBe('Each address.');
    expect(descriptionOf({ type: 'array', description: 'All addresses.' })).toBe('All addresses.');
    expect(descriptionOf({ type: 'array', description: 7, items })).toBeUndefined();
  });

  it('reads five levels of a schema, also of one that contains itself', () => {
    const deep = (levels: number): object => ({ properties: levels === 0 ? {} : { a: deep(levels - 1) } });
    expect(pathsOf(deep(9))).toEqual(['a', 'a.a', 'a.a.a', 'a.a.a.a', 'a.a.a.a.a']);
    const circle: { properties: Record<string, unknown> } = { properties: {} };
    circle.properties['a'] = { type: 'array', items: circle };
    expect(pathsOf(circle)).toHaveLength(5);
  });
});
