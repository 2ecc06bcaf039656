import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SekishoError } from 'sekisho';
import type { SharedFaults } from './shared-faults.ts';
import { WorkerPool } from './worker-pool.ts';
import { findViolations, findLeftovers, listRuns } from './soak-findings.ts';
import { CLERK, jobText, openSoakRunner } from './soak-runner.ts';
import { SoakApprover } from './approver.ts';
import { writeLocation, type SoakLocation } from './soak-location.ts';
import { injectFaults, type Fault } from './fault.ts';

const MINUTE_MS = 60_000;
const MAX_CONCURRENT = 24;
const DRAIN_MS = 3 * MINUTE_MS;

/** The parts of one site of a soak. */
export interface SiteOptions {
  readonly location: SoakLocation;
  readonly faults: SharedFaults;
  readonly program: string;
  readonly workers: number;
  readonly lengthMs: number;
  readonly seed: number;
  readonly isCareless: boolean;
  readonly faultsOf: (pool: WorkerPool) => readonly Fault[];
  readonly print: (line: string) => void;
}

/** The result of one site of a soak. */
export interface SiteReport {
  readonly figures: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
}

/** Runs jobs on one store while faults are injected. Invariants are checked every minute and at the end. */
export async function soakSite(options: SiteOptions): Promise<SiteReport> {
  const { location, faults, program, workers, seed, print } = options;
  const { folder } = location;
  writeLocation(location);
  const site = openSoakRunner(location, faults);
  const { runner } = site;
  await runner.getExecutionLogs();
  const approver = new SoakApprover(runner, folder, options.isCareless);
  const pool = new WorkerPool({ folder, program, workers });
  const enough = new AbortController();
  const faultList = options.faultsOf(pool);
  const findings: string[] = [];
  const injected = faultList.map((each, index) =>
    injectFaults(each, seed + index, enough.signal).catch((error: unknown) => {
      findings.push(`${each.name} could not be injected or ended: ${String(error)}`);
      return 0;
    }),
  );
  const began = performance.now();
  const passed = () => performance.now() - began;
  let jobs = 0;
  let refused = 0;
  for (let check = MINUTE_MS; passed() < options.lengthMs && findings.length === 0;) {
    await unlessUnavailable(() => approver.decideAll());
    await unlessUnavailable(startJobs);
    if (passed() > check) {
      check = passed() + MINUTE_MS;
      await unlessUnavailable(async () => {
        findings.push(...(await findViolations(runner, folder, approver.refusedJobs)));
      });
      print(`${location.store} ${Math.round(passed() / 1_000)} s, ${jobs} jobs, ${findings.length} findings`);
    }
    await sleep(100);
  }
  enough.abort();
  const times = await Promise.all(injected);
  for (const end = passed() + DRAIN_MS; passed() < end && (await unfinished()) > 0;) {
    await unlessUnavailable(() => approver.decideAll());
    await sleep(200);
  }
  findings.push(...(await findViolations(runner, folder, approver.refusedJobs)));
  const leftovers = await findLeftovers(runner, folder, approver);
  findings.push(...leftovers.findings);
  await pool.end();
  const problemFile = join(folder, 'problems.txt');
  if (existsSync(problemFile)) findings.push(...readFileSync(problemFile, 'utf8').trim().split('\n'));
  const done = (await listRuns(runner, 'done')).length;
  const records = (await runner.inspect().store.lastLog())?.seq ?? 0;
  await site.close();
  for (const [index, { name }] of faultList.entries()) {
    if (times[index] === 0) findings.push(`The soak was too short: the fault "${name}" was never injected.`);
  }
  if (done === 0) findings.push('The soak was too short: no run has ended.');
  const figures = {
    jobs,
    done,
    records,
    outcomes: approver.outcomes,
    refused,
    stoppedByStore: leftovers.stopped,
    failedStarts: pool.failedStarts,
    ...Object.fromEntries(faultList.map(({ name }, index) => [name, times[index] ?? 0])),
  };
  return { figures, findings };

  /** A full disk or an unavailable database fails the work; it is tried again later. */
  async function unlessUnavailable(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof SekishoError) || !/^AGENTS-E-(?:LOG-)?STORE$/.test(error.code)) throw error;
      refused += 1;
    }
  }

  async function unfinished(): Promise<number> {
    return (await listRuns(runner, 'running')).length + (await listRuns(runner, 'suspended')).length;
  }

  async function startJobs(): Promise<void> {
    for (let free = MAX_CONCURRENT - (await unfinished()); free > 0; free -= 1) {
      jobs += 1;
      await runner.segments.start(CLERK, jobText(jobs));
    }
  }
}
