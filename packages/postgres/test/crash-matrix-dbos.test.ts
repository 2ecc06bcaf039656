import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../src/testing/index.ts';
import { playCrash, playDatabaseCrash } from './programs/crash-scene.ts';
import { DATABASE_ENDING, expectedOf, foundIn } from './programs/expected-endings.ts';
import { DatabaseStriker } from './programs/strike-database.ts';

// The cells that differ most; `npm run chaos -- --matrix --engine dbos` plays all of them.
const postgres = await startPostgres();
const striker = new DatabaseStriker(postgres);
const folder = mkdtempSync(join(tmpdir(), 'sekisho-matrix-dbos-'));

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

async function newPlace(name: string) {
  const url = await postgres.createDatabase(name);
  return { url, ledger: join(folder, `${name}.txt`), tenant: '', engine: 'dbos' } as const;
}

describe('on DBOS', () => {
  it.each(['worker', 'server'] as const)(
    'a %s killed with SIGKILL at every point that it passes',
    { timeout: 300_000 },
    async (role) => {
      const place = await newPlace(role);
      const played = await playCrash(role, role, place);
      expect(foundIn(played, place.ledger)).toEqual(expectedOf(role, role));
    },
  );

  it.each([
    ['a backend of PostgreSQL', 'after token use', 'backend'],
    ['the postmaster', 'before result', 'postmaster'],
  ] as const)('%s killed with SIGKILL right %s', { timeout: 180_000 }, async (victim, point, name) => {
    const ending = await playDatabaseCrash(point, () => striker.strike(victim), await newPlace(name));
    await striker.settled;
    expect(ending).toEqual(DATABASE_ENDING);
  });
});
