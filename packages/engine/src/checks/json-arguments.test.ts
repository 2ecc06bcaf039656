import { describe, expect, it } from 'vitest';
import { canonicalJson } from './digest.ts';
import { argumentsText } from './json-arguments.ts';

const MOMENT = new Date('2026-11-19T00:00:00Z');

describe('arguments as text', () => {
  it.each([
    ['plain values', { to: 'a', n: 1.5, list: [null, true, { b: 1, a: 2 }] }],
    ['an object without a prototype', Object.assign(Object.create(null), { to: 'a' })],
    ['a key named __proto__', JSON.parse('{"to":"a","__proto__":{"cc":"eve"}}')],
    ['a text with a lone surrogate', { to: 'a\ud800' }],
    ['a key named toJSON', { toJSON: 'x' }],
  ])('contain %s', (_name, args) => {
    const { text, fault } = argumentsText(args);
    expect(fault).toBeUndefined();
    expect(JSON.parse(text)).toEqual(args);
    expect(text).toBe(canonicalJson(args));
  });

  it('omit a property without a value', () => {
    expect(argumentsText({ to: 'a', cc: undefined })).toEqual({ text: '{"to":"a"}' });
  });

  it.each([[{ at: MOMENT, to: 'a' }], [{ to: 'a', at: MOMENT }]])(
    'contain a date as its text, whatever the order of the keys is',
    (args) => {
      expect(argumentsText(args)).toEqual({ text: '{"at":"2026-11-19T00:00:00.000Z","to":"a"}' });
    },
  );

  it('contain a URL as its text', () => {
    expect(argumentsText({ to: 'a', by: new URL('https://a.example/x') }).text).toContain(
      'https://a.example/x',
    );
  });

  it.each([
    ['a map', { cc: new Map([['eve', 1]]) }, 'Map'],
    ['a set', { cc: new Set(['eve']) }, 'Set'],
    ['bytes', { cc: new Uint8Array([1]) }, 'Uint8Array'],
    ['an object that displays another value', { cc: { toJSON: () => 'ann', to: 'eve' } }, 'Object'],
    ['a list that displays another value', { cc: Object.assign(['eve'], { toJSON: () => [] }) }, 'Array'],
    ['a list with a name', { cc: Object.assign(['ann'], { to: 'eve' }) }, 'list'],
    ['an instance of a class', { cc: new Error('eve') }, 'Error'],
    ['an object with inherited values', { cc: Object.create({ to: 'eve' }) }, 'Object'],
    ['an invalid date', { cc: new Date(Number.NaN) }, 'Date'],
    ['an infinite number', { cc: [1, JSON.parse('1e400')] }, 'cc[1]'],
    ['a number that is none', { cc: Number.NaN }, 'NaN'],
    ['negative zero', { cc: -0 }, '-0'],
    ['a large integer', { cc: 10n }, 'bigint'],
    ['a function', { cc: () => 'eve' }, 'function'],
    ['a list with a gap', { cc: [undefined, 'eve'] }, 'cc[0]'],
    ['nothing', undefined, 'undefined'],
  ])('have a fault for %s', (_name, args, named) => {
    const { text, fault } = argumentsText(args);
    expect(text).toBe('{}');
    expect(fault).toContain(named);
  });

  it('have a fault for a value that contains itself', () => {
    const args: { self?: unknown } = {};
    args.self = args;
    expect(argumentsText(args).fault).toContain('nested too deep');
  });
});
