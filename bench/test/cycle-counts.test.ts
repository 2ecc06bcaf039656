import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sharedPostgres } from '../../test/shared-postgres.ts';
import { compileSyncShim } from '../durable/sync-shim.ts';
import { openSide } from '../sides/our-side.ts';
import { startSide } from '../sides/start-side.ts';
import type { Work } from '../sides/work.ts';

const CYCLE: Pick<Work, 'tool' | 'calls'> = { tool: 'send', calls: 1 };

const folder = mkdtempSync(join(tmpdir(), 'sekisho-cycle-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const shim = compileSyncShim(folder);

it.skipIf(shim === undefined)('needs four syncs on SQLite to suspend, approve and resume a run', async () => {
  const side = await startSide({ side: 'ours', env: shim?.(0) });
  try {
    const task = { work: { ...CYCLE, store: 'sqlite' }, concurrency: 1, units: 1 } as const;
    const counts: number[] = [];
    for (let cycle = 0; cycle < 12; cycle += 1) counts.push((await side.measure(task)).syncs ?? NaN);
    // The median: the heartbeat syncs from time to time, and a delayed commit is separate when the machine is busy.
    expect(counts.toSorted((one, other) => one - other)[6]).toBe(4);
  } finally {
    side.close();
  }
});

it('needs five round trips on PostgreSQL to suspend, approve and resume a run', async () => {
  const postgres = await sharedPostgres();
  const side = await openSide({ ...CYCLE, store: 'postgres', databaseUrl: postgres.url }, () => {});
  const trips = side.trips ?? (() => Number.NaN);
  try {
    for (let cycle = 0; cycle < 3; cycle += 1) await side.unit();
    const counts: number[] = [];
    for (let cycle = 0; cycle < 9; cycle += 1) {
      const before = trips();
      await side.unit();
      counts.push(trips() - before);
    }
    // The median: the heartbeat and the stop switch read from time to time, and commits of two cycles may share a round trip.
    expect(counts.toSorted((one, other) => one - other)[4]).toBe(5);
  } finally {
    await side.close();
    await postgres.stop();
  }
});
