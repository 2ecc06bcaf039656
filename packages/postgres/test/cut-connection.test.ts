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

it('fails only the transaction of a connection that is lost between two statements', async () => {
  const database = new Database(pool, 1_000);
  const attempt = database.transact(async (ask, client) => {
    const [row] = await ask(statement('select pg_backend_pid() as pid'), []);
    const cut = new Promise<void>((resolve) => {
      client.once('end', () => resolve());
    });
    await pool.query('select pg_terminate_backend($1)', [row?.['pid']]);
    // No statement is running now; the error event of the connection must not end the process.
    await cut;
    await ask(statement('select 1'), []);
    return { keep: true, result: undefined };
  });
  await expect(attempt).rejects.toThrow('not queryable');
  expect(await database.ask(statement('select 2 as two'), [])).toEqual([{ two: '2' }]);
});
