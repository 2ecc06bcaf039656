import { Pool } from 'pg';
import { openSqliteStateStore, type OpenStore } from 'sekisho';
import { postgresStore } from '@sekisho/postgres';
import type { SharedFaults } from './shared-faults.ts';
import type { SoakPlace } from './soak-place.ts';

/** How a process of a soak opens the store of its place, and what it lets go of at its end. */
export function soakStore(
  { store, database }: SoakPlace,
  faults: SharedFaults,
): { readonly open: OpenStore; readonly close: () => Promise<void> } {
  if (store === 'sqlite') {
    return {
      open: faults.around(({ link }) => openSqliteStateStore({ path: database, link, clock: faults.clock })),
      close: async () => undefined,
    };
  }
  const pool = new Pool({ connectionString: database, max: 6 });
  // A connection that breaks while nobody uses it; the next use opens another one.
  pool.on('error', () => {});
  return { open: postgresStore(pool), close: () => pool.end() };
}
