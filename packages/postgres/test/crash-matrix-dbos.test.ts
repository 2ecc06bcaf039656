import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { proofSize } from '../../../test/proof-size.ts';
import { startPostgres } from '../src/testing/index.ts';
import { pointsOf } from './programs/crash-points.ts';
import { playCrash, playDatabaseCrash } from './programs/crash-scene.ts';
import { dbosDatabases } from './programs/dbos-databases.ts';
import { expectedOf, expectedOfDatabase, foundIn } from './programs/expected-endings.ts';
import { DATABASE_VICTIMS, DatabaseStriker } from './programs/strike-database.ts';

// Scenes in which another process than the paused one is killed run only with `npm run chaos -- --matrix --engine dbos`.
const postgres = await startPostgres();
const createDatabase = dbosDatabases(postgres);
const striker = new DatabaseStriker(postgres);
const folder = mkdtempSync(join(tmpdir(), 'sekisho-matrix-dbos-'));

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const POINTS = [...pointsOf('server'), ...pointsOf('worker')];

async function newPlace(name: string) {
  const url = await createDatabase(name);
  return { url, ledger: join(folder, `${name}.txt`), tenant: '', engine: 'dbos' } as const;
}

describe('on DBOS', () => {
  it.each((['worker', 'server'] as const).slice(0, proofSize('killedRolesOnDbos')))(
    'a %s killed with SIGKILL at every point',
    { timeout: 300_000 },
    async (role) => {
      const place = await newPlace(role);
      const played = await playCrash(role, role, place);
      expect(foundIn(played, place.ledger)).toEqual(expectedOf(role, role));
    },
  );

  it.each(DATABASE_VICTIMS.slice(0, proofSize('killedDatabaseProcesses')))(
    '%s killed with SIGKILL while a process is paused at each point',
    { timeout: 300_000 },
    async (victim) => {
      const played = await playDatabaseCrash(POINTS, () => striker.strike(victim), await newPlace(victim));
      await striker.settled;
      expect(played).toEqual(expectedOfDatabase(POINTS));
    },
  );
});
