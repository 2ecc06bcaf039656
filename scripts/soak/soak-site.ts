import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SekishoError } from 'sekisho';
import type { SharedFaults } from './shared-faults.ts';
import { SoakCrew } from './soak-crew.ts';
import { findBrokenPromises, findLeftovers, listRuns } from './soak-findings.ts';
import { CLERK, jobText, openOffice } from './soak-office.ts';
import { SoakPerson } from './soak-person.ts';
import { writePlace, type SoakPlace } from './soak-place.ts';
import { makeTrouble, type Trouble } from './trouble.ts';

const MINUTE_MS = 60_000;
const MOST_AT_ONCE = 24;
const DRAIN_MS = 3 * MINUTE_MS;

/** What one place of a soak is made of. */
export interface SiteOptions {
  readonly place: SoakPlace;
  readonly faults: SharedFaults;
  readonly program: string;
  readonly workers: number;
  readonly lengthMs: number;
  readonly seed: number;
  readonly isCareless: boolean;
  readonly troubles: (crew: SoakCrew) => readonly Trouble[];
  readonly print: (line: string) => void;
}

/** What one place of a soak came to. */
export interface SiteReport {
  readonly figures: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
}

/** Lets one store live through its troubles; promises are checked every minute and at the end. */
export async function soakSite(options: SiteOptions): Promise<SiteReport> {
  const { place, faults, program, workers, seed, print } = options;
  const { folder } = place;
  writePlace(place);
  const office = openOffice(place, faults);
  const { runner } = office;
  await runner.getExecutionLogs();
  const person = new SoakPerson(runner, folder, options.isCareless);
  const crew = new SoakCrew({ folder, program, workers });
  const enough = new AbortController();
  const troubles = options.troubles(crew);
  const findings: string[] = [];
  const troubled = troubles.map((each, index) =>
    makeTrouble(each, seed + index, enough.signal).catch((error: unknown) => {
      findings.push(`${each.name} could not be made or ended: ${String(error)}`);
      return 0;
    }),
  );
  const began = performance.now();
  const passed = () => performance.now() - began;
  let jobs = 0;
  let refused = 0;
  for (let check = MINUTE_MS; passed() < options.lengthMs && findings.length === 0;) {
    await unlessAway(() => person.answerAll());
    await unlessAway(startJobs);
    if (passed() > check) {
      check = passed() + MINUTE_MS;
      await unlessAway(async () => {
        findings.push(...(await findBrokenPromises(runner, folder, person.refusedJobs)));
      });
      print(`${place.store} ${Math.round(passed() / 1_000)} s, ${jobs} jobs, ${findings.length} findings`);
    }
    await sleep(100);
  }
  enough.abort();
  const times = await Promise.all(troubled);
  for (const end = passed() + DRAIN_MS; passed() < end && (await unfinished()) > 0;) {
    await unlessAway(() => person.answerAll());
    await sleep(200);
  }
  findings.push(...(await findBrokenPromises(runner, folder, person.refusedJobs)));
  const leftovers = await findLeftovers(runner, folder, person);
  findings.push(...leftovers.findings);
  await crew.end();
  const complaints = join(folder, 'complaints.txt');
  if (existsSync(complaints)) findings.push(...readFileSync(complaints, 'utf8').trim().split('\n'));
  const done = (await listRuns(runner, 'done')).length;
  const records = (await runner.inspect().store.lastLog())?.seq ?? 0;
  await office.close();
  for (const [index, { name }] of troubles.entries()) {
    if (times[index] === 0) findings.push(`The soak was too short for this trouble to happen once: ${name}.`);
  }
  if (done === 0) findings.push('The soak was too short for a run to end.');
  const figures = {
    jobs,
    done,
    records,
    outcomes: person.outcomes,
    refused,
    stoppedByStore: leftovers.stopped,
    failedStarts: crew.failedStarts,
    ...Object.fromEntries(troubles.map(({ name }, index) => [name, times[index] ?? 0])),
  };
  return { figures, findings };

  /** A full disk or a database that is away stops whoever wants to work; they try again later. */
  async function unlessAway(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-STORE') throw error;
      refused += 1;
    }
  }

  async function unfinished(): Promise<number> {
    return (await listRuns(runner, 'running')).length + (await listRuns(runner, 'suspended')).length;
  }

  async function startJobs(): Promise<void> {
    for (let free = MOST_AT_ONCE - (await unfinished()); free > 0; free -= 1) {
      jobs += 1;
      await runner.segments.start(CLERK, jobText(jobs));
    }
  }
}
