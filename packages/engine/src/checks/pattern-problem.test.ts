import { describe, expect, it } from 'vitest';
import { findPatternProblem } from './patterns.ts';

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
    String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`,
    String.raw`^\d+(\.\d+)*$`,
    String.raw`^v?\d+\.\d+\.\d+$`,
    String.raw`^[a-z0-9]+(?:-[a-z0-9]+)*$`,
    String.raw`^(?!\s*$).+`,
    '^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`,
    String.raw`\S`,
    '^arn:aws:[a-z0-9-]+:[a-z0-9-]*:[0-9]{12}:.+$',
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
    '.*.*.*=',
    `${'a?'.repeat(19)}=`,
    '^a{0,5000}a{0,5000}a{0,5000}a{0,5000}=$',
    '^(-[a-z]+)*(-[a-z]+)*(-[a-z]+)*(-[a-z]+)*=$',
    '(',
    'a'.repeat(600),
  ])('rejects %s', (source) => {
    expect(findPatternProblem(source) !== undefined).toBe(true);
  });
});
