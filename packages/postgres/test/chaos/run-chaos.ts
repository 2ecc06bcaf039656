import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStatus, StateStore } from 'sekisho';
import { startPostgres } from '../../src/testing/index.ts';
import type { Fault } from '../programs/faulty-store.ts';
import { openShop } from '../programs/shop-agents.ts';
import { serverMachine, workerMachine } from './machines.ts';

/** How rough it gets. */
export interface ChaosOptions {
  readonly runs: number;
  readonly workers: number;
  readonly servers: number;
  readonly kills: number;
  readonly engine: 'none' | 'dbos';
  /** How often the whole database is killed and started again. */
  readonly databaseKills: number;
  readonly seconds: number;
  readonly seed: number;
  /** A mistake in the stores of all machines, to see that the books show it. */
  readonly fault?: Fault | undefined;
  readonly print?: ((line: string) => void) | undefined;
}

/** What the books say afterwards. */
export interface ChaosLedger {
  readonly runs: number;
  readonly done: number;
  readonly kills: number;
  readonly databaseKills: number;
  /** Answers to questions about calls that had not run: one a run. */
  readonly decisions: number;
  /** Calls whose outcome a crash hid, each answered by a person once. */
  readonly unknown: number;
  /** Approvals whose token more than one of those who raced for it was told to have won. */
  readonly wonTwice: readonly string[];
  readonly refundedTwice: readonly string[];
  /** Runs that ended without a refund and without a question about it. */
  readonly unexplained: number;
  readonly chainHolds: boolean;
  readonly seconds: number;
}

/** Runs a shop on several machines while they are killed, and adds up what happened. */
export async function runChaos(options: ChaosOptions): Promise<ChaosLedger> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-chaos-'));
  const env = {
    SHOP_DATABASE_URL: postgres.url,
    SHOP_LEDGER: join(folder, 'refunds.txt'),
    SHOP_ENGINE: options.engine,
    SHOP_SLOWNESS_MS: '60',
    SHOP_LEASE_MS: '3000',
    ...(options.fault === undefined ? {} : { SHOP_FAULT: options.fault }),
  };
  // Whoever adds up must not make the mistake himself.
  const { runner, pool, host } = openShop({ ...env, SHOP_FAULT: '' });
  const began = Date.now();
  const random = randomNumbers(options.seed);
  for (let first = 0; first < options.runs; first += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, options.runs - first) }, (_, index) =>
        runner.segments.start('shopkeeper', `Refund order-${first + index}.`),
      ),
    );
  }
  const workers = Array.from({ length: options.workers }, () => workerMachine(env));
  const servers = Array.from({ length: options.servers }, () => serverMachine(env));
  const machines = [...workers, ...servers];
  let kills = 0;
  let databaseKills = 0;
  try {
    const { store } = runner.inspect();
    let done = 0;
    while (done < options.runs && Date.now() - began < options.seconds * 1000) {
      await sleep(200 + random() * 400);
      done = (await count(store, 'done').catch(() => undefined)) ?? done;
      const progress = done / options.runs;
      if (kills < options.kills && kills <= progress * options.kills * 1.3 + 5) {
        machines[Math.floor(random() * machines.length)]?.replace();
        kills += 1;
      }
      if (
        databaseKills < options.databaseKills &&
        progress > (databaseKills + 1) / (options.databaseKills + 2)
      ) {
        await postgres.kill();
        await postgres.start();
        databaseKills += 1;
      }
      options.print?.(`${done} of ${options.runs} done, ${kills} kills, ${databaseKills} of the database`);
    }
    return await addUp(options, runner, env.SHOP_LEDGER, {
      kills,
      databaseKills,
      done,
      began,
      wins: servers.flatMap(({ lines }) => lines.filter((line) => line.startsWith('win '))),
    });
  } finally {
    for (const machine of machines) machine.stop();
    await runner.close().catch(() => undefined);
    await host?.close().catch(() => undefined);
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Shop = ReturnType<typeof openShop>;

async function addUp(
  { runs }: ChaosOptions,
  runner: Shop['runner'],
  ledger: string,
  told: { kills: number; databaseKills: number; done: number; began: number; wins: readonly string[] },
): Promise<ChaosLedger> {
  const { store } = runner.inspect();
  const counts = new Map<string, number>();
  const lines = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n').filter(Boolean) : [];
  for (const order of lines) counts.set(order, (counts.get(order) ?? 0) + 1);
  const decisions = await countLogs(store, 'approval.approved');
  const unknown = await countLogs(store, 'tool.unknown');
  return {
    runs,
    done: told.done,
    kills: told.kills,
    databaseKills: told.databaseKills,
    decisions: decisions - unknown,
    unknown,
    wonTwice: told.wins.filter((win, index) => told.wins.indexOf(win) !== index),
    refundedTwice: [...counts].filter(([, times]) => times > 1).map(([order]) => order),
    unexplained: Math.max(0, runs - counts.size - unknown),
    chainHolds: (await runner.verifyExecutionLog()).ok,
    seconds: Math.round((Date.now() - told.began) / 1000),
  };
}

async function count(store: StateStore, status: RunStatus): Promise<number> {
  let total = 0;
  let cursor: string | undefined;
  do {
    const page = await store.listRuns({ status, limit: 500, cursor });
    total += page.rows.length;
    cursor = page.cursor;
  } while (cursor !== undefined);
  return total;
}

async function countLogs(store: StateStore, event: 'approval.approved' | 'tool.unknown'): Promise<number> {
  let total = 0;
  let afterSeq = 0;
  for (;;) {
    const page = await store.queryLogs({ event, afterSeq, limit: 1000 });
    total += page.length;
    const last = page.at(-1);
    if (last === undefined) return total;
    afterSeq = last.seq;
  }
}

/** The same kills for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
