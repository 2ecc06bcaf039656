import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll } from 'vitest';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { describeStandingPermissions } from '../../sekisho/test/suites/describe-standing-permissions.ts';
import { postgresStore } from '../src/index.ts';

const postgres = await sharedPostgres();
const pool = new Pool({ connectionString: postgres.url });

afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

// The clock of the host, because a test moves it.
describeStandingPermissions('PostgreSQL', () => postgresStore(pool, { tenant: randomUUID(), clock: 'host' }));
