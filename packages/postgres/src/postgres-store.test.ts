import { Pool } from 'pg';
import { describeStateStore } from 'sekisho/testing/vitest';
import { afterAll } from 'vitest';
import { postgresStore } from './postgres-store.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';

const server = await sharedPostgres();
const pool = new Pool({ connectionString: server.url, max: 4 });
const other = new Pool({ connectionString: server.url, max: 4 });
let opened = 0;

afterAll(async () => {
  await Promise.all([pool.end(), other.end()]);
  await server.stop();
});

// Each location is a separate tenant, and every second connection comes from another pool.
describeStateStore('The PostgreSQL store', async ({ clock, link, location }) => {
  opened += 1;
  const from = opened % 2 === 0 ? pool : other;
  return postgresStore(from, { tenant: location, clock: 'host' })({ clock, link });
});
