import { afterAll, expect, it } from 'vitest';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { openShop } from './programs/shop-agents.ts';

const postgres = await sharedPostgres();
afterAll(() => postgres.stop());

it('queues on a database in which DBOS has never run, in the transaction that opens the run', async () => {
  const { runner, pool, host } = openShop({ SHOP_DATABASE_URL: postgres.url, SHOP_ENGINE: 'dbos' });
  const { segment_id: id, run_id: runId } = await runner.segments.start('shopkeeper', 'Refund order-1.');
  const { rows } = await pool.query(
    'select status, queue_name from dbos.workflow_status where workflow_uuid = $1',
    [id],
  );
  expect(rows).toEqual([{ status: 'ENQUEUED', queue_name: 'sekisho' }]);
  expect((await runner.inspect().store.getRun(runId))?.owner).toBe('queue');
  await runner.close();
  await host?.close();
  await pool.end();
});
