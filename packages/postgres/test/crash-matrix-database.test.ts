import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../src/testing/index.ts';
import { pointsOf } from './programs/crash-points.ts';
import { playDatabaseCrash } from './programs/crash-scene.ts';
import { DATABASE_ENDING } from './programs/expected-endings.ts';
import { DATABASE_VICTIMS, DatabaseStriker } from './programs/strike-database.ts';

const postgres = await startPostgres();
const striker = new DatabaseStriker(postgres);
const folder = mkdtempSync(join(tmpdir(), 'sekisho-matrix-'));

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const POINTS = [...pointsOf('server'), ...pointsOf('worker')];

describe.each(DATABASE_VICTIMS)('%s killed with SIGKILL', (victim) => {
  it.each(POINTS)('while somebody stands right %s', { timeout: 180_000 }, async (point) => {
    const tenant = `${victim} ${point}`;
    const place = { url: postgres.url, ledger: join(folder, `${tenant}.txt`), tenant };
    const ending = await playDatabaseCrash(point, () => striker.strike(victim), place);
    await striker.settled;
    expect(ending).toEqual(DATABASE_ENDING);
  });
});
