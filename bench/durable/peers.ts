import { join } from 'node:path';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import type { Pool } from 'pg';
import { provideMastra } from '../peers/provide-mastra.ts';
import type { CycleBench } from './cycle-bench.ts';
import { langGraphCycles } from './langgraph-cycles.ts';

const nothing = async () => {};

/** LangGraph on a file, as shipped, or with a sync of every commit. */
export function langGraphSqlite(folder: string, { syncsCommits = false } = {}): CycleBench {
  const saver = SqliteSaver.fromConnString(join(folder, 'langgraph.db'));
  // The build of its driver syncs a commit only when the log is copied to the database.
  if (syncsCommits) saver.db.pragma('synchronous = full');
  return langGraphCycles(saver, async () => {
    saver.db.close();
  });
}

/** LangGraph on PostgreSQL. */
export async function langGraphPostgres(pool: Pool): Promise<CycleBench> {
  const saver = new PostgresSaver(pool);
  await saver.setup();
  return langGraphCycles(saver, nothing);
}

/** Mastra on a file, as shipped. */
export async function mastraLibsql(folder: string): Promise<CycleBench> {
  await provideMastra();
  const { LibSQLStore } = await import('@mastra/libsql');
  const store = new LibSQLStore({ id: 'bench', url: `file:${join(folder, 'mastra.db')}` });
  await store.init();
  return (await import('./mastra-cycles.ts')).mastraCycles(store, nothing);
}

/** Mastra on PostgreSQL. */
export async function mastraPostgres(pool: Pool): Promise<CycleBench> {
  await provideMastra();
  const { PostgresStore } = await import('@mastra/pg');
  const store = new PostgresStore({ id: 'bench', pool });
  await store.init();
  return (await import('./mastra-cycles.ts')).mastraCycles(store, nothing);
}
