import { Pool } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { Database, statement } from '../src/index.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';

const postgres = await sharedPostgres();
const pool = new Pool({ connectionString: postgres.url, max: 2 });
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

it('a connection that is cut between two statements fails its transaction and nothing else', async () => {
  const database = new Database(pool, 1_000);
  const attempt = database.transact(async (ask, client) => {
    const [row] = await ask(statement('select pg_backend_pid() as pid'), []);
    const cut = new Promise<void>((resolve) => {
      client.once('end', () => resolve());
    });
    await pool.query('select pg_terminate_backend($1)', [row?.['pid']]);
    // Nobody asks for anything now; the news of the cut must not end the process.
    await cut;
    await ask(statement('select 1'), []);
    return { keep: true, result: undefined };
  });
  await expect(attempt).rejects.toThrow('not queryable');
  expect(await database.ask(statement('select 2 as two'), [])).toEqual([{ two: '2' }]);
});
