import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { countTrips } from '../durable/count-trips.ts';
import type { CycleBench } from '../durable/cycle-bench.ts';
import { langGraphPostgres, langGraphSqlite, mastraLibsql, mastraPostgres } from '../durable/peers.ts';
import type { OpenedSide, OpenSide } from './work.ts';

/** Opens LangGraph with its saver for the store of the work. The work must be a run that waits. */
export const openLangGraph: OpenSide = (work, onCall) =>
  work.store === 'postgres'
    ? onPostgres(work.databaseUrl, langGraphPostgres, onCall)
    : inFolder(async (folder) => langGraphSqlite(folder), onCall);

/** Opens LangGraph on a SQLite file that syncs every commit before it is acknowledged, as our store does. */
export const openSyncedLangGraph: OpenSide = (_work, onCall) =>
  inFolder(async (folder) => langGraphSqlite(folder, { syncsCommits: true }), onCall);

/** Opens a workflow of Mastra, its cheapest durable form. */
export const openMastra: OpenSide = (work, onCall) =>
  work.store === 'postgres'
    ? onPostgres(work.databaseUrl, mastraPostgres, onCall)
    : inFolder(mastraLibsql, onCall);

async function inFolder(
  open: (folder: string) => Promise<CycleBench>,
  onCall: () => void,
): Promise<OpenedSide> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-bench-peer-'));
  const bench = await open(folder);
  return {
    unit: async () => bench.cycle().then(onCall),
    close: async () => {
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function onPostgres(
  connectionString: string | undefined,
  open: (pool: Pool) => Promise<CycleBench>,
  onCall: () => void,
): Promise<OpenedSide> {
  const pool = new Pool({ connectionString, max: 10 });
  const trips = countTrips(pool);
  const bench = await open(pool);
  return {
    unit: async () => bench.cycle().then(onCall),
    trips,
    close: async () => {
      await bench.close();
      await pool.end();
    },
  };
}
