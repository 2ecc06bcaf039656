import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresWake } from '../../src/index.ts';
import { startPostgres } from '../../src/testing/index.ts';
import { openShop } from './shop-agents.ts';

/** Measures the time from a person's decision to the tool in another worker, one run at a time. */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'dbos' },
    runs: { type: 'string', default: '40' },
    poll: { type: 'string', default: '50' },
    wake: { type: 'boolean', default: false },
  },
});
const postgres = await startPostgres();
const env = { SHOP_DATABASE_URL: postgres.url, SHOP_ENGINE: values.engine, SHOP_POLL_MS: values.poll };
const server = openShop(env);
let onEffect: (() => void) | undefined;
const worker = openShop(env, (point) => {
  if (point === 'before effect') onEffect?.();
});
const wake = values.wake ? postgresWake(worker.pool) : undefined;
const handle = await worker.runner.segments.work({ pollMs: Number(values.poll), wake });
const waits: number[] = [];
for (let index = 0; index < Number(values.runs); index += 1) {
  const { run_id: runId } = await server.runner.segments.start('shopkeeper', `Refund order-${index}.`);
  const { store } = server.runner.inspect();
  while ((await store.getRun(runId))?.status !== 'suspended') await sleep(10);
  const [question] = await server.runner.getPendingApprovals(runId);
  // Decisions arrive at random times, not always directly after a poll.
  await sleep(Math.random() * 200);
  const effect = new Promise<void>((resolve) => {
    onEffect = resolve;
  });
  const began = performance.now();
  const { token } = await server.runner.submitApproval(question?.approval_id ?? '', 'approve');
  await server.runner.segments.resume(token);
  await effect;
  waits.push(performance.now() - began);
  while ((await store.getRun(runId))?.status !== 'done') await sleep(10);
}
const cpu = process.cpuUsage();
await sleep(5000);
const used = process.cpuUsage(cpu);
waits.sort((a, b) => a - b);
const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0);
console.log(
  JSON.stringify({
    ...values,
    ms: { median: at(0.5), p90: at(0.9), max: at(1) },
    idleCpuPercent: Number(((used.user + used.system) / 50_000).toFixed(1)),
  }),
);
await handle.stop();
for (const { runner, host, pool } of [server, worker]) {
  await runner.close();
  await host?.close();
  await pool.end();
}
await postgres.stop();
