import { Pool } from 'pg';
import { openSqliteStateStore, type OpenStore } from 'sekisho';
import { postgresStore } from '@sekisho/postgres';
import type { SharedFaults } from './shared-faults.ts';
import type { SoakLocation } from './soak-location.ts';

/** Opens the store of a site in one process. */
export function soakStore(
  { store, database }: SoakLocation,
  faults: SharedFaults,
): { readonly open: OpenStore; readonly close: () => Promise<void> } {
  if (store === 'sqlite') {
    return {
      open: faults.around(({ link }) => openSqliteStateStore({ path: database, link, clock: faults.clock })),
      close: async () => undefined,
    };
  }
  const pool = new Pool({ connectionString: database, max: 6 });
  // An idle connection was lost; the next query opens a new one.
  pool.on('error', () => {});
  return { open: postgresStore(pool), close: () => pool.end() };
}
