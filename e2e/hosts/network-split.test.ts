import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startPostgres } from '@sekisho/postgres/testing';
import { Actor } from '../../packages/postgres/test/programs/actor.ts';
import {
  endingOf,
  environmentOf,
  untilDone,
  type RunEnding,
} from '../../packages/postgres/test/programs/crash-scene.ts';
import { serveShop } from '../../packages/postgres/test/programs/serve-shop.ts';
import { openShop } from '../../packages/postgres/test/programs/shop-agents.ts';
import { createTwoHosts, type TwoHosts } from './two-hosts.ts';

// Only root on Linux may create hosts. The tests of packages/postgres cover the same with paused processes.
const hosts = createTwoHosts();

afterAll(() => hosts.remove());

describe('two hosts in network namespaces', () => {
  it(
    'finish a run once although one of them loses its network during the run',
    { timeout: 240_000 },
    async () => {
      expect(await runWithLostNetwork(hosts)).toEqual({ run: 'done', refunds: 1, asked: 0, allowed: 1 });
    },
  );
});

async function runWithLostNetwork(net: TwoHosts): Promise<RunEnding> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-hosts-'));
  const access = join(tmpdir(), `sekisho-access-${process.pid}`);
  writeFileSync(access, 'local all all trust\nhost all all 10.231.0.0/16 trust\n');
  const settings = { listen_addresses: net.addresses.join(','), hba_file: access };
  const postgres = await startPostgres({ settings });
  const shopOptions = { url: postgres.url, ledger: join(folder, 'refunds.txt'), tenant: '' };
  const here = openShop(environmentOf(shopOptions));
  const order = 'order-1';
  const { run_id: runId } = await here.runner.segments.start('shopkeeper', `Refund ${order}.`);
  const workerOn = (host: 0 | 1, halts: Readonly<Record<string, string>>) => {
    const url = `postgresql://postgres@${net.addresses[host]}/postgres`;
    return new Actor({
      role: 'worker',
      halts,
      env: environmentOf({ ...shopOptions, url }),
      within: net.within(host),
    });
  };
  const end = new AbortController();
  const serving = serveShop(here.runner, { hasHappened: () => false, until: end.signal });
  const actors = [workerOn(0, { [runId]: 'before intent' })];
  try {
    const [first] = actors;
    await first?.says('halted before intent');
    net.setLink(0, 'down');
    first?.goOn();
    const second = workerOn(1, {});
    actors.push(second);
    await untilDone(here.runner, 1);
    const ending = { run: 'done', refunds: 1, asked: 0, allowed: 1 };
    expect(await endingOf(here.runner, shopOptions.ledger, { runId, order })).toEqual(ending);
    expect(second.lines).toContain('done');

    net.setLink(0, 'up');
    await first?.says('elsewhere');
    expect(first?.lines).not.toContain('done');
    expect(await here.runner.verifyExecutionLog()).toMatchObject({ ok: true });
    return await endingOf(here.runner, shopOptions.ledger, { runId, order });
  } finally {
    end.abort();
    for (const actor of actors) await actor.kill();
    await serving;
    await here.runner.close();
    await here.pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true });
    rmSync(access);
  }
}
