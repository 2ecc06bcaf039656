import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startPostgres } from '../../src/testing/index.ts';
import { pointsOf } from '../programs/crash-points.ts';
import { playCrash, playDatabaseCrash, type Engine } from '../programs/crash-scene.ts';
import { CRASHES, expectedOf, expectedOfDatabase, foundIn } from '../programs/expected-endings.ts';
import { DATABASE_VICTIMS, DatabaseStriker } from '../programs/strike-database.ts';

/** Executes every cell of the crash matrix on an engine and returns those that did not end as documented. */
export async function runMatrix(engine: Engine, print: (line: string) => void): Promise<readonly string[]> {
  const postgres = await startPostgres();
  const striker = new DatabaseStriker(postgres);
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-matrix-'));
  const bad: string[] = [];
  let databases = 0;
  const newPlace = async () => {
    databases += 1;
    const url = await postgres.createDatabase(`matrix_${databases}`);
    return { url, ledger: join(folder, `${databases}.txt`), tenant: '', engine };
  };
  const note = (cell: string, found: unknown, expected: unknown) => {
    const isAsExpected = isDeepStrictEqual(found, expected);
    print(isAsExpected ? `${cell}: as expected` : `${cell}: ${JSON.stringify({ found, expected })}`);
    if (!isAsExpected) bad.push(cell);
  };
  try {
    for (const { owner, victim } of CRASHES) {
      const place = await newPlace();
      const found = foundIn(await playCrash(owner, victim, place), place.ledger);
      const expected = expectedOf(owner, victim);
      for (const [point, ending] of Object.entries(expected.endings))
        note(`${victim} killed, ${owner} ${point}`, found.endings[point], ending);
      note(`${victim} killed, ${owner} stands: all runs`, found, expected);
    }
    const points = [...pointsOf('server'), ...pointsOf('worker')];
    for (const victim of DATABASE_VICTIMS) {
      const found = await playDatabaseCrash(points, () => striker.strike(victim), await newPlace());
      await striker.settled;
      const expected = expectedOfDatabase(points);
      for (const [point, ending] of expected.endings)
        note(`${victim} killed, ${point}`, found.endings.get(point), ending);
      note(`${victim} killed: the chain`, found.chainHolds, expected.chainHolds);
    }
    return bad;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
