import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../src/testing/index.ts';
import { pointsOf } from './programs/crash-points.ts';
import { playCrash } from './programs/crash-scene.ts';
import { refundsIn } from './programs/serve-shop.ts';

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'sekisho-matrix-'));

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** The refund may have happened, and the process that knows is dead: the only cells in which a person is asked. */
const ASKED: readonly string[] = ['after intent', 'before effect', 'after effect', 'before result'];

describe.each([
  { victim: 'worker', owner: 'worker' },
  { victim: 'worker', owner: 'server' },
  { victim: 'server', owner: 'worker' },
  { victim: 'server', owner: 'server' },
] as const)('a $victim killed with SIGKILL', ({ victim, owner }) => {
  it(`while a ${owner} stands at every point that it passes`, { timeout: 300_000 }, async () => {
    const tenant = `${victim} ${owner}`;
    const place = { url: postgres.url, ledger: join(folder, `${tenant}.txt`), tenant };
    const { endings, runs, chainHolds } = await playCrash(owner, victim, place);
    const isKnowing = victim === 'worker' && owner === 'worker';
    const points = pointsOf(owner).filter((point) => !point.endsWith('enqueue'));
    expect(Object.fromEntries(endings)).toEqual(
      Object.fromEntries(
        points.map((point) => [
          point,
          { run: 'done', refunds: 1, asked: isKnowing && ASKED.includes(point) ? 1 : 0, allowed: 1 },
        ]),
      ),
    );
    // Of two new runs the one is lost that was never acknowledged: whoever asked for it got no answer.
    const started =
      owner === 'worker' ? [] : victim === 'server' ? ['order-102'] : ['order-101', 'order-102'];
    expect(runs).toBe(points.length + started.length);
    const counts = refundsIn(place.ledger);
    expect([...counts.keys()].filter((order) => order.length > 'order-10'.length).toSorted()).toEqual(
      started,
    );
    expect([...counts.values()].every((times) => times === 1)).toBe(true);
    expect(chainHolds).toBe(true);
  });
});
