import { describe, expect, it } from 'vitest';
import { booksBalance } from './books-balance.ts';
import { runChaos, type ChaosOptions } from './run-chaos.ts';

const small: ChaosOptions = {
  runs: 16,
  workers: 2,
  servers: 2,
  kills: 4,
  databaseKills: 1,
  engine: 'none',
  seconds: 220,
  seed: 3,
  leaseMs: 1_500,
};

describe('a small chaos test', () => {
  it('finds no duplicate or missing refund', { timeout: 240_000 }, async () => {
    const ledger = await runChaos({ ...small, adoptAfterMs: 3_000 });
    expect(ledger).toMatchObject({ done: 16, kills: 4, databaseKills: 1, refundedTwice: [], unexplained: 0 });
    expect(booksBalance(ledger)).toBe(true);
  });

  it('detects faults of a store without compare-and-set', { timeout: 240_000 }, async () => {
    const ledger = await runChaos({
      ...small,
      // Two workers must claim the same run at the same moment, which is likely only with many runs.
      runs: 200,
      servers: 1,
      kills: 0,
      databaseKills: 0,
      fault: 'no-compare-and-set',
      until: ({ wonTwice, refundedTwice }) => wonTwice.length > 0 && refundedTwice.length > 0,
    });
    expect(booksBalance(ledger)).toBe(false);
    expect(ledger.wonTwice).not.toEqual([]);
    expect(ledger.refundedTwice).not.toEqual([]);
  });

  it('rejects runs whose intents a sweep deleted, and reports them', { timeout: 240_000 }, async () => {
    const ledger = await runChaos({
      ...small,
      fault: 'hasty-sweep',
      servers: 1,
      kills: 0,
      databaseKills: 0,
      leaseMs: 10_000,
      // Long enough for the sweep to find calls in flight; the runs whose intents it deletes never end.
      seconds: 12,
    });
    expect(booksBalance(ledger)).toBe(false);
    expect(ledger.chainHolds).toBe(false);
    expect(ledger.refundedTwice).toEqual([]);
    expect(ledger.done).toBeLessThan(ledger.runs);
  });
});
