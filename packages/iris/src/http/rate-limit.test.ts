import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

describe('RateLimit', () => {
  it('lets so many through, tells how long to wait, and lets more through after that', () => {
    let now = 0;
    const limit = new RateLimit(2, () => now);
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 30]);
    expect(limit.take('b')).toBe(0);
    now += 30_000;
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 30]);
  });

  it('locks nobody out when the clock is set back', () => {
    let now = 3_600_000;
    const limit = new RateLimit(2, () => now);
    expect(limit.take('a')).toBe(0);
    now = 0;
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 30]);
  });

  it('forgets the oldest of very many callers, so that they cannot fill the memory', () => {
    const limit = new RateLimit(1, () => 0);
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 60]);
    for (let count = 0; count < 9_999; count += 1) limit.take(`caller ${count}`);
    expect(limit.take('a')).toBe(60);
    for (let count = 0; count < 10_000; count += 1) limit.take(`caller ${count}`);
    expect(limit.take('a')).toBe(0);
  });

  it('takes back a request that should not have counted', () => {
    const limit = new RateLimit(1, () => 0);
    limit.take('a');
    limit.releaseRun('a');
    limit.releaseRun('a');
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 60]);
  });
});
