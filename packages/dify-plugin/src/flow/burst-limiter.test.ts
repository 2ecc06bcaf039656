import { describe, expect, it } from 'vitest';
import { BurstLimiter } from './burst-limiter.ts';

describe('BurstLimiter', () => {
  it.each([
    ['advances', 10, [40]],
    ['is set back by an hour', -3_600_000, []],
    ['is set forward by an hour', 3_600_000, []],
  ])('never waits longer than one window when the clock %s', async (_case, jump, waits) => {
    let now = 10_000_000;
    const waited: number[] = [];
    const limiter = new BurstLimiter(
      { items: 2, windowMs: 50 },
      {
        now: () => now,
        schedule: (delayMs, callback) => {
          waited.push(delayMs);
          callback();
          return () => {};
        },
      },
    );
    await limiter.pass();
    await limiter.pass();
    now += jump;
    await limiter.pass();
    expect(waited).toEqual(waits);
  });
});
