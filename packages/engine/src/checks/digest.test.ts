import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, digestOf } from './digest.ts';

describe('canonicalJson', () => {
  it('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: [{ z: 1, y: 2 }], a: 1 })).toBe('{"a":1,"b":[{"y":2,"z":1}]}');
  });

  it('represents the same value as JSON for any order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  it('distinguishes a key named __proto__ from no key', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":2}'))).toBe('{"__proto__":2,"b":1}');
  });

  it('represents a date by its text, whatever the order of the keys is', () => {
    const at = new Date(0);
    expect(canonicalJson({ b: 1, at })).toBe('{"at":"1970-01-01T00:00:00.000Z","b":1}');
    expect(canonicalJson({ at, b: 1 })).toBe(canonicalJson({ b: 1, at }));
  });

  it('rejects values that are nested too deeply', () => {
    let deep: unknown = {};
    for (let level = 0; level < 300; level += 1) deep = { deep };
    expect(() => canonicalJson(deep)).toThrow(RangeError);
  });

  it('returns equal digests for equal values only', () => {
    expect(digestOf({ a: 1, b: 2 })).toBe(digestOf({ b: 2, a: 1 }));
    expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: '1' }));
  });
});
