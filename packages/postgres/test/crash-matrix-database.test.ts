import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startPostgres } from '../src/testing/index.ts';
import { pointsOf } from './programs/crash-points.ts';
import { playDatabaseCrash } from './programs/crash-scene.ts';
import { expectedOfDatabase } from './programs/expected-endings.ts';
import { DATABASE_VICTIMS, DatabaseStriker } from './programs/strike-database.ts';

const postgres = await startPostgres();
const striker = new DatabaseStriker(postgres);
const folder = mkdtempSync(join(tmpdir(), 'sekisho-matrix-'));

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const POINTS = [...pointsOf('server'), ...pointsOf('worker')];

it.each(DATABASE_VICTIMS)(
  '%s killed with SIGKILL while a process is paused at each point',
  { timeout: 300_000 },
  async (victim) => {
    const place = { url: postgres.url, ledger: join(folder, `${victim}.txt`), tenant: victim };
    const played = await playDatabaseCrash(POINTS, () => striker.strike(victim), place);
    await striker.settled;
    expect(played).toEqual(expectedOfDatabase(POINTS));
  },
);
