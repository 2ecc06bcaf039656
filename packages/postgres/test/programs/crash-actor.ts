import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { serveShop } from './serve-shop.ts';
import { openShop } from './shop-agents.ts';

/** A worker or a server that pauses at given points of given runs, reports it, and continues on a signal. */
const { SHOP_ROLE: role, SHOP_HALTS: text = '{}', SHOP_STARTS: starts = '0' } = process.env;
const halts = z.record(z.string(), z.string()).parse(JSON.parse(text));
const told = once(createInterface({ input: process.stdin }), 'line');
const runs = new Map<string, string>();
const { runner } = openShop(process.env, async (point, key) => {
  const run = runs.get(key) ?? key;
  if (halts[run] !== point) return;
  delete halts[run];
  process.stdout.write(`halted ${point}\n`);
  await told;
});
// A killed process cannot clean up at its end.
flushCompileCache();
// A process that outlives its test would run forever.
const life = AbortSignal.timeout(300_000);
life.addEventListener('abort', () => process.exit(1));
if (role === 'worker') {
  await runner.segments.work({
    pollMs: 50,
    concurrency: 16,
    onOutcome: (_runId, { kind }) => process.stdout.write(`${kind}\n`),
  });
} else {
  for (let order = 1; order <= Number(starts); order += 1)
    void runner.segments.start('shopkeeper', `Refund order-${100 + order}.`);
  await serveShop(runner, {
    until: life,
    hasHappened: () => false,
    onQuestion: ({ approval_id: id, run_id: run }) => runs.set(id, run),
  });
}
await sleep(300_000);
