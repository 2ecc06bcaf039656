import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStatus } from 'sekisho';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { proofSize } from '../../../test/proof-size.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { FAST_START, SOURCE_CONDITION } from './programs/node-program.ts';
import { openShop } from './programs/shop-agents.ts';

const postgres = await sharedPostgres();
const sekisho = dirname(createRequire(import.meta.url).resolve('sekisho/package.json'));
const folder = mkdtempSync(join(tmpdir(), 'sekisho-machines-'));
const children = new Set<ChildProcess>();

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

interface Scene {
  readonly url: string;
  readonly ledger: string;
  readonly slowness: number;
}

const environmentOf = ({ url, ledger, slowness }: Scene) => ({
  SHOP_DATABASE_URL: url,
  SHOP_LEDGER: ledger,
  SHOP_ENGINE: 'dbos',
  SHOP_SLOWNESS_MS: String(slowness),
});

function startWorker(scene: Scene): ChildProcess {
  const child = spawn(
    process.execPath,
    [
      SOURCE_CONDITION,
      join(sekisho, 'src/bin.ts'),
      'worker',
      join(import.meta.dirname, 'programs/shop-worker.ts'),
      '--poll',
      '50',
    ],
    {
      env: { ...process.env, ...FAST_START, ...environmentOf(scene) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function until(what: string, look: () => Promise<boolean>, seconds = 50): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (await look()) return;
    await sleep(50);
  }
  throw new Error(`The condition was not met in time: ${what}.`);
}

/** How often each order was refunded. */
function refunds(ledger: string): Map<string, number> {
  const counts = new Map<string, number>();
  if (!existsSync(ledger)) return counts;
  for (const order of readFileSync(ledger, 'utf8').split('\n').filter(Boolean))
    counts.set(order, (counts.get(order) ?? 0) + 1);
  return counts;
}

// chaos/books.test.ts kills workers and servers that use the store as their queue.
describe('two workers and a server on one database with DBOS', () => {
  it('finish every run once although workers are killed', { timeout: 120_000 }, async () => {
    const url = await postgres.createDatabase('shop');
    const scene = { url, ledger: join(folder, 'refunds.txt'), slowness: 40 };
    const { runner: server, pool, host } = openShop(environmentOf(scene));
    const { store } = server.inspect();
    const count = async (status: RunStatus) => (await store.listRuns({ status, limit: 500 })).rows.length;
    const runs = proofSize('machineRuns');
    for (let index = 0; index < runs; index += 1)
      await server.segments.start('shopkeeper', `Refund order-${index}.`);

    let [victim, other] = [startWorker(scene), startWorker(scene)];
    await until('some runs ask', async () => (await count('suspended')) >= 3);
    victim.kill('SIGKILL');
    victim = startWorker(scene);
    await until('all runs ask', async () => (await count('suspended')) === runs);

    for (const { approval_id: id } of await server.getPendingApprovals()) {
      const { token } = await server.submitApproval(id, 'approve', { by: { id: 'ann' } });
      await expect(server.submitApproval(id, 'deny')).rejects.toMatchObject({
        code: 'AGENTS-E-APPROVAL-INVALID',
      });
      const tries = await Promise.allSettled([1, 2, 3].map(() => server.segments.resume(token)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    await until('some refunds', async () => refunds(scene.ledger).size >= 3);
    other.kill('SIGKILL');
    other = startWorker(scene);

    // A refund that was in flight is not repeated automatically: a person decides its outcome.
    let unknown = 0;
    await until('all runs end', async () => {
      for (const { approval_id: id, call_key: key, kind } of await server.getPendingApprovals()) {
        expect(kind).toBe('outcome');
        unknown += 1;
        const order = `order-${key}`;
        expect(order).toBeTruthy();
        const { token } = await server.resolveOutcome(id, 'done');
        await server.segments.resume(token);
      }
      return (await count('done')) === runs;
    });
    const counts = refunds(scene.ledger);
    expect([...counts.values()].filter((times) => times > 1)).toEqual([]);
    // For refunds that are missing in the ledger, a person was asked for the outcome.
    expect(runs - counts.size).toBeLessThanOrEqual(unknown);
    expect(await server.verifyExecutionLog()).toMatchObject({ ok: true });
    for (const worker of [victim, other]) worker.kill('SIGTERM');
    await until('the workers end', async () => children.size === 0, 20);
    await server.close();
    await host?.close();
    await pool.end();
  });
});
