import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { withBoundedPatterns } from './patterns.ts';

const SLUG = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

function fits(pattern: string, text: string, longTexts: 'fit' | 'do not fit'): boolean {
  return new Validator(withBoundedPatterns({ type: 'string', pattern }, longTexts)).validate(text).valid;
}

describe('withBoundedPatterns', () => {
  it.each(['fit', 'do not fit'] as const)('changes nothing for short texts (long texts: %s)', (longTexts) => {
    expect(fits(SLUG, 'a-b-c', longTexts)).toBe(true);
    expect(fits(SLUG, 'a-b; rm', longTexts)).toBe(false);
    expect(fits('b+$', 'aaabb', longTexts)).toBe(true);
    expect(fits('b+$', 'aaabba', longTexts)).toBe(false);
    expect(fits('^a.*|b.*c$', 'xbxc', longTexts)).toBe(true);
    expect(fits('^(?<x>a+)b*$', 'ab', longTexts)).toBe(true);
  });

  it('accepts or rejects a long text as the caller specifies', () => {
    const long = `${'a'.repeat(1000)}; rm`;
    expect(fits(SLUG, long, 'fit')).toBe(true);
    expect(fits(SLUG, long, 'do not fit')).toBe(false);
  });

  it('checks a text of any length when the pattern is fast', () => {
    expect(fits('^[a-z]+$', 'a'.repeat(100_000), 'do not fit')).toBe(true);
    expect(fits('^[a-z]+$', `${'a'.repeat(100_000)}!`, 'fit')).toBe(false);
  });

  it('bounds the patterns of property names, and removes those that must not run', () => {
    const schema = { patternProperties: { '^x-': {}, '.*-.*': {}, '^(a+)+$': {} } };
    const names = Object.keys(Object(withBoundedPatterns(schema, 'fit')['patternProperties']));
    expect(names).toEqual(['^x-', expect.stringContaining('(?:.*-.*)')]);
  });
});
