import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { RunRecord } from '../../engine/src/store/run-record.ts';
import { all, crashFindings, openForReading } from './programs/crash-findings.ts';
import type { Order } from './programs/crash-worker.ts';
import { decide, clerk, PLAIN, readLedger, runnerAt } from './programs/crash-world.ts';
import { proofSize } from '../../../test/proof-size.ts';

const RUNS = Number(process.env['SEKISHO_KILL_RUNS'] ?? proofSize('killedRuns'));
const SEED = Number(process.env['SEKISHO_KILL_SEED'] ?? 20_261_115);
const WORKERS = 3;
const MAX_ORDERS_PER_WORKER = 5;
// A worker that a busy machine delays beyond its lease loses its runs while it is still alive, and a call may then happen twice.
const LEASE_MS = 4_000;
/** An undisturbed run writes 17 records. */
const RECORDS_PER_KILL = 80;
const TIME_LIMIT_MS = 240_000;

it(
  `completes ${RUNS} runs although their processes are killed at random instants`,
  { timeout: TIME_LIMIT_MS + 30_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sekisho-kill-'));
    const names = Array.from({ length: RUNS }, (_, index) => `clerk-${index}`);
    const person = runnerAt(
      directory,
      names.map((name) => clerk(directory, name, PLAIN)),
      { leaseMs: LEASE_MS },
    );
    await person.getExecutionLogs();
    const store = await openForReading(directory);
    const random = seeded(SEED);
    const workers = Array.from({ length: WORKERS }, () => new Worker(directory));
    const tokens = new Map<string, string>();
    const started = Date.now();
    const figures = { runs: RUNS, kills: 0, unknown: 0, records: 0 };
    let killAtRecord = RECORDS_PER_KILL;
    while (Date.now() - started < TIME_LIMIT_MS) {
      for (const approval of await person.getPendingApprovals()) {
        if (approval.kind === 'outcome') figures.unknown += 1;
        tokens.set(approval.run_id, await decide(person, directory, approval));
      }
      const runs = await all((cursor) => store.listRuns({ limit: 500, cursor }));
      if (runs.filter(({ status }) => status === 'done').length >= RUNS) break;
      const orders = ordersFor(names, runs, tokens);
      for (const worker of workers) worker.assign(orders, workers);
      figures.records += (await store.queryLogs({ afterSeq: figures.records, limit: 10_000 })).length;
      if (figures.records >= killAtRecord) {
        // The delay is random so that every step of a run can be interrupted.
        await sleep(random() * 40);
        const target = workers[Math.floor(random() * WORKERS)];
        if (!target?.kill()) continue;
        figures.kills += 1;
        killAtRecord = figures.records + RECORDS_PER_KILL * (0.2 + 1.6 * random());
      }
      await sleep(20);
    }
    const seconds = (Date.now() - started) / 1_000;
    const errors = (await Promise.all(workers.map((worker) => worker.end()))).join('');
    const findings = await crashFindings(person, directory, new Map(names.map((name) => [name, PLAIN])));
    const questions = readFileSync(join(directory, 'questions.txt'), 'utf8').split('\n').length - 1;
    const effects = readLedger(directory).length;
    process.stdout.write(`kill test: ${JSON.stringify({ ...figures, questions, effects, seconds })}\n`);
    await Promise.all([store.close(), person.close()]);
    rmSync(directory, { recursive: true });
    expect(errors).toBe('');
    expect(findings).toEqual([]);
    expect(figures.kills).toBeGreaterThan(RUNS / 10);
  },
);

/** Returns the next orders: resume runs that a person has decided, start agents without a run. */
function ordersFor(
  names: readonly string[],
  runs: readonly RunRecord[],
  tokens: ReadonlyMap<string, string>,
): string[] {
  const begun = new Set(runs.map(({ agent_name: name }) => name));
  const orders: Order[] = names.filter((name) => !begun.has(name)).map((begin) => ({ begin }));
  for (const { run_id: runId, status } of runs) {
    const token = tokens.get(runId);
    if (status === 'suspended' && token !== undefined) orders.unshift({ resume: { runId, token } });
  }
  return orders.map((order) => JSON.stringify(order));
}

/** A worker process that is restarted after it is killed. */
class Worker {
  readonly #directory: string;
  readonly #orders = new Set<string>();
  #child: ChildProcess;
  #errors = '';
  #isReady = false;

  constructor(directory: string) {
    this.#directory = directory;
    this.#child = this.#start();
  }

  /** Assigns orders up to the capacity of the worker, except those that a living worker already has. */
  assign(orders: readonly string[], workers: readonly Worker[]): void {
    for (const order of this.#isReady ? orders : []) {
      if (this.#orders.size >= MAX_ORDERS_PER_WORKER) return;
      if (workers.some((worker) => worker.#orders.has(order))) continue;
      this.#orders.add(order);
      this.#child.stdin?.write(`${order}\n`);
    }
  }

  /** Kills the process at any point of its work. Returns false when it had not started yet. */
  kill(): boolean {
    if (!this.#isReady) return false;
    this.#child.kill('SIGKILL');
    this.#orders.clear();
    this.#child = this.#start();
    return true;
  }

  async end(): Promise<string> {
    const { exitCode, signalCode } = this.#child;
    const closed = exitCode === null && signalCode === null ? once(this.#child, 'close') : undefined;
    this.#child.stdin?.end();
    await closed;
    return this.#errors;
  }

  #start(): ChildProcess {
    this.#isReady = false;
    const program = join(import.meta.dirname, 'programs', 'crash-worker.ts');
    const args = [this.#directory, String(LEASE_MS), String(RUNS)];
    const child = spawn(process.execPath, ['--conditions=@sekisho/source', program, ...args]);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (child !== this.#child) return;
      this.#isReady = true;
      this.#orders.delete(line);
    });
    child.stderr.on('data', (text) => {
      this.#errors += String(text);
    });
    // A killed process no longer reads its input.
    child.stdin.on('error', () => {});
    return child;
  }
}

/** Returns a deterministic generator of numbers between 0 and 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
