import { describe, expect, it } from 'vitest';
import { secondsUntil } from './extension-time.ts';

describe('secondsUntil', () => {
  it.each([
    [10_000, 1000, 9],
    [10_001, 1000, 10],
    [0, 5000, 1],
    [40 * 86_400_000, 0, 30 * 86_400],
  ])('of the deadline %s at %s is %s', (deadline, now, seconds) => {
    expect(secondsUntil(deadline, now)).toBe(seconds);
  });
});
