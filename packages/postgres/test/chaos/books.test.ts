import { describe, expect, it } from 'vitest';
import { proofSize } from '../../../../test/proof-size.ts';
import { booksBalance } from './books-balance.ts';
import { runChaos, type ChaosLedger, type ChaosOptions } from './run-chaos.ts';

const small: ChaosOptions = {
  runs: proofSize('chaosRuns'),
  workers: 2,
  servers: 2,
  kills: proofSize('chaosKills'),
  databaseKills: 1,
  engine: 'none',
  seconds: 220,
  seed: 3,
  leaseMs: 1_500,
};

/** Faults of the store, and what the check must find. */
const FAULTS: readonly (readonly [string, Partial<ChaosOptions>, (ledger: ChaosLedger) => void])[] = [
  [
    'a store without compare-and-set',
    {
      // Two workers must claim the same run at the same moment, which is likely only with many runs.
      runs: 200,
      fault: 'no-compare-and-set',
      until: ({ wonTwice, refundedTwice }) => wonTwice.length > 0 && refundedTwice.length > 0,
    },
    ({ wonTwice, refundedTwice }) => {
      expect(wonTwice).not.toEqual([]);
      expect(refundedTwice).not.toEqual([]);
    },
  ],
  [
    'a sweep that deletes intents, whose runs are rejected',
    {
      fault: 'hasty-sweep',
      leaseMs: 10_000,
      // The runs whose intents the sweep deletes never end.
      until: async (_found, verify) => !(await verify()),
    },
    ({ chainHolds, refundedTwice, done, runs }) => {
      expect(chainHolds).toBe(false);
      expect(refundedTwice).toEqual([]);
      expect(done).toBeLessThan(runs);
    },
  ],
];

describe('a small chaos test', () => {
  it('finds no duplicate or missing refund', { timeout: 240_000 }, async () => {
    const ledger = await runChaos({ ...small, adoptAfterMs: 3_000 });
    const { runs: done, kills } = small;
    expect(ledger).toMatchObject({ done, kills, databaseKills: 1, refundedTwice: [], unexplained: 0 });
    expect(booksBalance(ledger)).toBe(true);
  });

  it.each(FAULTS.slice(0, proofSize('chaosFaults')))(
    'detects %s',
    { timeout: 240_000 },
    async (_fault, options, check) => {
      const ledger = await runChaos({ ...small, servers: 1, kills: 0, databaseKills: 0, ...options });
      expect(booksBalance(ledger)).toBe(false);
      check(ledger);
    },
  );
});
