import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { withBoundedPatterns } from './with-bounded-patterns.ts';

const SLUG = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

function fits(pattern: string, text: string, longOnes: 'fit' | 'do not fit'): boolean {
  return new Validator(withBoundedPatterns({ type: 'string', pattern }, longOnes)).validate(text).valid;
}

describe('withBoundedPatterns', () => {
  it.each(['fit', 'do not fit'] as const)('changes nothing for short texts (long ones: %s)', (longOnes) => {
    expect(fits(SLUG, 'a-b-c', longOnes)).toBe(true);
    expect(fits(SLUG, 'a-b; rm', longOnes)).toBe(false);
    expect(fits('b+$', 'aaabb', longOnes)).toBe(true);
    expect(fits('b+$', 'aaabba', longOnes)).toBe(false);
    expect(fits('^a.*|b.*c$', 'xbxc', longOnes)).toBe(true);
    expect(fits('^(?<x>a+)b*$', 'ab', longOnes)).toBe(true);
  });

  it('lets a long text pass where somebody else checks it, and not where nobody does', () => {
    const long = `${'a'.repeat(1000)}; rm`;
    expect(fits(SLUG, long, 'fit')).toBe(true);
    expect(fits(SLUG, long, 'do not fit')).toBe(false);
  });

  it('checks a text of any length where that is quick', () => {
    expect(fits('^[a-z]+$', 'a'.repeat(100_000), 'do not fit')).toBe(true);
    expect(fits('^[a-z]+$', `${'a'.repeat(100_000)}!`, 'fit')).toBe(false);
  });

  it('bounds the patterns of property names, and drops those that are never run', () => {
    const schema = { patternProperties: { '^x-': {}, '.*-.*': {}, '^(a+)+$': {} } };
    const names = Object.keys(Object(withBoundedPatterns(schema, 'fit')['patternProperties']));
    expect(names).toEqual(['^x-', expect.stringContaining('(?:.*-.*)')]);
  });
});
