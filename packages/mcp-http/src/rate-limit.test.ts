import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

describe('RateLimit', () => {
  it('accepts requests up to the limit, returns the time to wait, and accepts more after it', () => {
    let now = 0;
    const limit = new RateLimit(2, () => now);
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 30]);
    expect(limit.take('b')).toBe(0);
    now += 30_000;
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 30]);
  });

  it('accepts a caller after the clock was set back', () => {
    let now = 3_600_000;
    const limit = new RateLimit(2, () => now);
    expect(limit.take('a')).toBe(0);
    now = 0;
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 30]);
  });

  it('deletes the oldest of many callers, so that memory use is limited', () => {
    const limit = new RateLimit(1, () => 0);
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 60]);
    for (let count = 0; count < 9_999; count += 1) limit.take(`caller ${count}`);
    expect(limit.take('a')).toBe(60);
    for (let count = 0; count < 10_000; count += 1) limit.take(`caller ${count}`);
    expect(limit.take('a')).toBe(0);
  });

  it('does not count a refunded request', () => {
    const limit = new RateLimit(1, () => 0);
    limit.take('a');
    limit.refund('a');
    limit.refund('a');
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 60]);
  });
});
