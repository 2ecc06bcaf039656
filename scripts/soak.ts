import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SekishoError } from 'sekisho';
import { SharedFaults } from './soak/shared-faults.ts';
import { SoakCrew } from './soak/soak-crew.ts';
import { findBrokenPromises, findLeftovers, listRuns } from './soak/soak-findings.ts';
import { CLERK, jobText, openSoakRunner } from './soak/soak-office.ts';
import { SoakPerson } from './soak/soak-person.ts';
import { runSoakWorker } from './soak/soak-worker.ts';

// `npm run soak -- [--minutes 30] [--workers 3] [--seed N] [--faults kill,disk,clock]`: runs under kills, restarts, a full
// disk and a clock that jumps. Promises are checked every minute; the folder of a soak that found something is kept.
const MINUTE_MS = 60_000;
const MOST_AT_ONCE = 24;
const DRAIN_MS = 3 * MINUTE_MS;
const CLOCK_JUMPS_MS = [30_000, -20_000, 2 * 60 * MINUTE_MS];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    workers: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: 'kill,disk,clock' },
    worker: { type: 'string' },
  },
});
if (values.worker === undefined) process.exitCode = await soak(Number(values.minutes) * MINUTE_MS);
else await runSoakWorker(values.worker);

async function soak(lengthMs: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-soak-'));
  const faults = new SharedFaults(folder);
  const runner = openSoakRunner(folder, faults);
  await runner.getExecutionLogs();
  const person = new SoakPerson(runner, folder);
  const crew = new SoakCrew({ folder, program: import.meta.filename, workers: Number(values.workers) });
  const random = seeded(Number(values.seed));
  const figures = { jobs: 0, kills: 0, fullDisks: 0, clockJumps: 0 };
  const wanted = new Set(values.faults.split(','));
  const from = (fault: string, ms: number) => (wanted.has(fault) ? ms : Infinity);
  const due = {
    kill: from('kill', 5_000),
    disk: from('disk', 12_000),
    room: Infinity,
    clock: from('clock', 20_000),
    check: MINUTE_MS,
  };
  const findings: string[] = [];
  const began = performance.now();
  const passed = () => performance.now() - began;

  while (passed() < lengthMs && findings.length === 0) {
    await unlessFull(() => person.answerAll());
    await unlessFull(startJobs);
    if (passed() > due.kill && crew.killOne((count) => Math.floor(random() * count))) {
      figures.kills += 1;
      due.kill = passed() + 4_000 + random() * 6_000;
    }
    if (passed() > due.disk) {
      faults.fillDisk(true);
      figures.fullDisks += 1;
      due.room = passed() + 500 + random() * 2_000;
      due.disk = due.room + 10_000 + random() * 20_000;
    }
    if (passed() > due.room) {
      faults.fillDisk(false);
      due.room = Infinity;
    }
    if (passed() > due.clock) {
      faults.moveClock(CLOCK_JUMPS_MS[figures.clockJumps % CLOCK_JUMPS_MS.length] ?? 0);
      figures.clockJumps += 1;
      due.clock = passed() + 15_000 + random() * 20_000;
    }
    if (passed() > due.check) {
      due.check = passed() + MINUTE_MS;
      findings.push(...(await findBrokenPromises(runner, folder, person.refusedJobs)));
      console.log(`${Math.round(passed() / 1_000)} s ${JSON.stringify(figures)} ${findings.length} findings`);
    }
    await sleep(100);
  }

  faults.fillDisk(false);
  const drainUntil = passed() + DRAIN_MS;
  while (passed() < drainUntil && (await unfinished()) > 0) {
    await person.answerAll();
    await sleep(200);
  }
  findings.push(...(await findBrokenPromises(runner, folder, person.refusedJobs)));
  findings.push(...(await findLeftovers(runner, folder, person)));
  await crew.end();
  const complaints = join(folder, 'complaints.txt');
  if (existsSync(complaints)) findings.push(...readFileSync(complaints, 'utf8').trim().split('\n'));
  const done = (await listRuns(runner, 'done')).length;
  const records = (await runner.inspect().store.lastLog())?.seq ?? 0;
  await runner.close();
  const seconds = Math.round(passed() / 1_000);
  console.log(
    JSON.stringify({ seed: values.seed, seconds, ...figures, done, outcomes: person.outcomes, records }),
  );
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) console.error(`Kept for a look: ${folder}`);
  else rmSync(folder, { recursive: true });
  const isTooShort = done === 0 || (wanted.has('kill') && figures.kills === 0);
  if (isTooShort) console.error('The soak was too short to kill anything or to end a run.');
  return findings.length > 0 || isTooShort ? 1 : 0;

  async function unfinished(): Promise<number> {
    return (await listRuns(runner, 'running')).length + (await listRuns(runner, 'suspended')).length;
  }

  async function startJobs(): Promise<void> {
    for (let free = MOST_AT_ONCE - (await unfinished()); free > 0; free -= 1) {
      figures.jobs += 1;
      const { run_id: runId } = await runner.segments.start(CLERK, jobText(figures.jobs));
      person.jobs.set(runId, figures.jobs);
    }
  }
}

/** A full disk stops whoever wants to write; they try again when there is room. */
async function unlessFull(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-STORE') throw error;
  }
}

/** Numbers between 0 and 1 that are the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
