import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { openSqliteStateStore, type OpenStore } from 'sekisho';

/** The store of the runs, and a function that releases its resources after it is closed. */
export type RunStore = {
  readonly kind: 'sqlite' | 'postgres';
  readonly open: OpenStore;
  readonly close: () => Promise<void>;
};

/** Opens PostgreSQL, which several machines can share, when a URL is set, and a file otherwise. */
export function chooseRunStore(options: { path: string; databaseUrl: string | undefined }): RunStore {
  const { path, databaseUrl } = options;
  if (databaseUrl === undefined) {
    return {
      kind: 'sqlite',
      open: ({ link, clock }) => openSqliteStateStore({ path: resolve(path), link, clock }),
      close: async () => undefined,
    };
  }
  let pool: Pool | undefined;
  return {
    kind: 'postgres',
    open: async (parts) => {
      const [pg, { postgresStore }] = await Promise.all([import('pg'), import('@sekisho/postgres')]);
      pool = new pg.Pool({ connectionString: databaseUrl });
      return postgresStore(pool)(parts);
    },
    close: async () => pool?.end(),
  };
}
