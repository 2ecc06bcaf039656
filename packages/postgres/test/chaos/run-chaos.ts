import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStatus, StateStore } from 'sekisho';
import { startPostgres } from '../../src/testing/index.ts';
import type { Fault } from '../programs/faulty-store.ts';
import { refundsIn } from '../programs/serve-shop.ts';
import { openShop } from '../programs/shop-agents.ts';
import { serverMachine, workerMachine } from './machines.ts';

/** The size of the test and its faults. */
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
  /** The lease of a worker in milliseconds; three seconds by default. */
  readonly leaseMs?: number | undefined;
  /** The delay after which a worker continues a decided run whose server was killed; a minute by default. */
  readonly adoptAfterMs?: number | undefined;
  /** A fault in the stores of all machines, to test that the check detects it. */
  readonly fault?: Fault | undefined;
  /** Ends the test when it returns true. `verify` verifies the log. */
  readonly until?:
    | ((found: ChaosFindings, verify: () => Promise<boolean>) => boolean | Promise<boolean>)
    | undefined;
  readonly print?: ((line: string) => void) | undefined;
}

/** The faults found so far. */
interface ChaosFindings {
  /** Approvals whose token was used by more than one caller. */
  readonly wonTwice: readonly string[];
  readonly refundedTwice: readonly string[];
  /** The highest number of claims of one run; without kills it is at most four. */
  readonly maxClaimed: number;
}

/** The result of the check. */
export interface ChaosLedger extends ChaosFindings {
  readonly runs: number;
  readonly done: number;
  readonly kills: number;
  readonly databaseKills: number;
  /** Decisions about calls that had not run: one for each run. */
  readonly decisions: number;
  /** Calls with an unknown outcome, each decided by a person once. */
  readonly unknown: number;
  /** Runs that ended without a refund and without a request for its outcome. */
  readonly unexplained: number;
  readonly chainHolds: boolean;
  readonly seconds: number;
}

/** Runs a shop on several machines while they are killed, and compares the refunds with the log. */
export async function runChaos(options: ChaosOptions): Promise<ChaosLedger> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-chaos-'));
  const env = {
    SHOP_DATABASE_URL: postgres.url,
    SHOP_LEDGER: join(folder, 'refunds.txt'),
    SHOP_ENGINE: options.engine,
    SHOP_SLOWNESS_MS: '60',
    SHOP_LEASE_MS: String(options.leaseMs ?? 3_000),
    ...(options.fault === undefined ? {} : { SHOP_FAULT: options.fault }),
  };
  // The check itself must use a correct store.
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
    const look = async () => ({
      ...mistakesIn(env.SHOP_LEDGER, servers),
      maxClaimed: await maxClaimed(store).catch(() => 0),
    });
    let done = 0;
    let found = await look();
    const verify = async () => (await runner.verifyExecutionLog()).ok;
    const isOver = async () =>
      (done === options.runs && kills === options.kills) || (await options.until?.(found, verify)) === true;
    while (Date.now() - began < options.seconds * 1000 && !(await isOver())) {
      await sleep(200 + random() * 400);
      done = (await count(store, 'done').catch(() => undefined)) ?? done;
      found = await look();
      if (options.adoptAfterMs !== undefined)
        await runner.segments.adopt(options.adoptAfterMs).catch(() => []);
      const progress = done / options.runs;
      // A worker that is killed before it claims a run has no effect.
      if (found.maxClaimed > 1 && kills < options.kills && kills <= progress * options.kills * 1.3 + 5) {
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
      found: await look(),
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

interface Told {
  readonly kills: number;
  readonly databaseKills: number;
  readonly done: number;
  readonly began: number;
  readonly found: ChaosFindings;
}

async function addUp(
  { runs }: ChaosOptions,
  runner: Shop['runner'],
  ledger: string,
  { began, found, ...told }: Told,
): Promise<ChaosLedger> {
  const { store } = runner.inspect();
  const decisions = await countLogs(store, 'approval.approved');
  const unknown = await countLogs(store, 'tool.unknown');
  return {
    runs,
    ...told,
    ...found,
    decisions: decisions - unknown,
    unknown,
    unexplained: Math.max(0, runs - refundsIn(ledger).size - unknown),
    chainHolds: (await runner.verifyExecutionLog()).ok,
    seconds: Math.round((Date.now() - began) / 1000),
  };
}

function mistakesIn(ledger: string, servers: readonly { readonly lines: readonly string[] }[]) {
  const wins = servers.flatMap(({ lines }) => lines.filter((line) => line.startsWith('win ')));
  return {
    wonTwice: wins.filter((win, index) => wins.indexOf(win) !== index),
    refundedTwice: [...refundsIn(ledger)].filter(([, times]) => times > 1).map(([order]) => order),
  };
}

async function maxClaimed(store: StateStore): Promise<number> {
  const { rows } = await store.listRuns({ limit: 500 });
  return Math.max(0, ...rows.map(({ epoch }) => epoch));
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

/** Returns the same sequence of kills for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
