import { describe, expect, it } from 'vitest';
import { StorageTerm } from './storage-term.ts';

const THIRTY_DAYS = 30 * 86_400;

describe('StorageTerm', () => {
  it('returns the time thirty days later, independent of earlier calls', () => {
    const term = new StorageTerm();
    const leapDay = Date.UTC(2028, 1, 29) / 1000;
    const moments = [0, 1, 59, 60, 3599, 3600, 86_399, 86_400, 1_794_000_000];
    for (let step = 0; step < 2000; step += 1) moments.push(leapDay - THIRTY_DAYS + step * 40_009);
    for (const createdAt of [...moments, ...moments.toReversed()]) {
      expect(term.endOf(createdAt)).toBe(new Date((createdAt + THIRTY_DAYS) * 1000).toISOString());
    }
  });

  it.each([undefined, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
    'returns undefined for %s',
    (createdAt) => {
      expect(new StorageTerm().endOf(createdAt)).toBeUndefined();
    },
  );
});
