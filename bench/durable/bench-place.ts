import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@sekisho/postgres/testing';
import { Pool } from 'pg';

/** A server and a folder for one execution of the bench; both are removed at the end. */
export interface BenchPlace {
  readonly folder: string;
  /** Creates a database and a pool of ten connections to it. */
  openPool(name: string): Promise<{ readonly pool: Pool; readonly url: string }>;
  leave(): Promise<void>;
}

/** Starts a server with fsync enabled. */
export async function openBenchPlace(): Promise<BenchPlace> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-bench-durable-'));
  const pools: Pool[] = [];
  return {
    folder,
    openPool: async (name) => {
      const url = await postgres.createDatabase(name);
      const pool = new Pool({ connectionString: url, max: 10 });
      pools.push(pool);
      return { pool, url };
    },
    leave: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
