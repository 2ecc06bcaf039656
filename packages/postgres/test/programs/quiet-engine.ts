import { setTimeout as sleep } from 'node:timers/promises';
import { openShop } from './shop-agents.ts';

/** Queues a run on DBOS, executes it up to its approval request and exits, without writing any output. */
const { runner, pool, host } = openShop(process.env);
const { run_id: runId } = await runner.segments.start('shopkeeper', 'Refund order-1.');
const worker = await runner.segments.work();
const { store } = runner.inspect();
while ((await store.getRun(runId))?.status !== 'suspended') await sleep(20);
await worker.stop();
await runner.close();
await host?.close();
await pool.end();
