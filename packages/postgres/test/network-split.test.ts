import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { Actor } from './programs/actor.ts';
import { endingOf, environmentOf, untilDone } from './programs/crash-scene.ts';
import { refundsIn, serveShop } from './programs/serve-shop.ts';
import { openShop } from './programs/shop-agents.ts';

const postgres = await sharedPostgres();
const folder = mkdtempSync(join(tmpdir(), 'sekisho-split-'));

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

it.each([
  // The refund was not executed: the other machine executes it.
  { point: 'before intent', asked: 0 },
  // The refund was executed, which no other process can know: a person decides.
  { point: 'after effect', asked: 1 },
])(
  'a worker that is paused $point loses its run to another worker and stops when it continues',
  { timeout: 240_000 },
  async ({ point, asked }) => {
    const place = { url: postgres.url, ledger: join(folder, `${point}.txt`), tenant: point };
    const env = environmentOf(place);
    const here = openShop(env);
    const end = new AbortController();
    const order = 'order-1';
    const { run_id: runId } = await here.runner.segments.start('shopkeeper', `Refund ${order}.`);
    const first = new Actor({ role: 'worker', halts: { [runId]: point, [order]: point }, env });
    const actors = [first];
    const hasHappened = () => refundsIn(place.ledger).has(order);
    const serving = serveShop(here.runner, { hasHappened, until: end.signal });
    try {
      await first.says(`halted ${point}`);
      first.signal('SIGSTOP');
      const second = new Actor({ role: 'worker', env });
      actors.push(second);
      await untilDone(here.runner, 1);
      const ending = { run: 'done', refunds: 1, asked, allowed: 1 };
      expect(await endingOf(here.runner, place.ledger, { runId, order })).toEqual(ending);

      first.goOn();
      first.signal('SIGCONT');
      await first.says('elsewhere');
      expect(first.lines).not.toContain('done');
      expect(second.lines).toContain('done');
      expect(await endingOf(here.runner, place.ledger, { runId, order })).toEqual(ending);
      expect(await here.runner.verifyExecutionLog()).toMatchObject({ ok: true });
    } finally {
      end.abort();
      for (const actor of actors) await actor.kill();
      await serving;
      await here.runner.close();
      await here.pool.end();
    }
  },
);
