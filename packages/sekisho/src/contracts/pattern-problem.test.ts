import { describe, expect, it } from 'vitest';
import { findPatternProblem } from './pattern-problem.ts';

describe('findPatternProblem', () => {
  it.each([
    '^[a-z0-9-]+$',
    String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$`,
    String.raw`^\p{L}{1,40}$`,
    '^(read|write)$',
    String.raw`^https?://[^\s]+$`,
    '^(?:a|b){1,3}$',
    String.raw`^(\d{1,3}\.){3}\d{1,3}$`,
    '^([0-9A-F]{2}:){5}[0-9A-F]{2}$',
    '^[a-z]{1,64}@[a-z]{1,64}[.][a-z]{2,}$',
  ])('runs %s', (source) => {
    expect(findPatternProblem(source) !== undefined).toBe(false);
  });

  it.each([
    '^(a+)+$',
    '^((a+))+$',
    '^(a*)*$',
    '^([a-z]|[a-z0-9])*$',
    '^(?:a{2,}){2,}$',
    '^(?<x>a+)*$',
    '^(a|a){10,20}$',
    String.raw`^(.*)\1$`,
    String.raw`^(?<x>.*)\k<x>$`,
    '.*.*.*.*=',
    '^(?:(?:(?:a{0,9}){0,9}){0,9}){0,9}!$',
    '^([a-z]{1,9}){1,9}!$',
    '^(a?){30}a{30}$',
    '(',
    'a'.repeat(600),
  ])('does not run %s', (source) => {
    expect(findPatternProblem(source) !== undefined).toBe(true);
  });
});
