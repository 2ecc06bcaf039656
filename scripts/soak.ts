import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@sekisho/postgres/testing';
import { readOptions, refuse } from './read-options.ts';
import { SharedFaults } from './soak/shared-faults.ts';
import { makeSmallDisk } from './soak/small-disk.ts';
import type { SoakCrew } from './soak/soak-crew.ts';
import { soakSite, type SiteReport } from './soak/soak-site.ts';
import { runSoakWorker } from './soak/soak-worker.ts';
import type { Trouble } from './soak/trouble.ts';

const USAGE = `Mixed jobs on each store at the same time, while workers are killed and restarted, clocks are set, the disk of the
embedded store is full and PostgreSQL is killed and started again. Promises are checked every minute; the folder of a
soak that found something is kept.

  npm run soak -- [--minutes 30] [--workers 3] [--seed N] [--stores sqlite,postgres] [--careless]

  --careless   Lets lost calls run again unseen: the soak must find calls that happened twice.`;
const MINUTE_MS = 60_000;
const CLOCK_JUMPS_MS = [30_000, -20_000, 120 * MINUTE_MS];

const { values } = readOptions(USAGE, {
  options: {
    minutes: { type: 'string', default: '30' },
    workers: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    stores: { type: 'string', default: 'sqlite,postgres' },
    careless: { type: 'boolean', default: false },
    worker: { type: 'string' },
  },
});
if (values.worker !== undefined) await runSoakWorker(values.worker);
else if (!(Number(values.minutes) > 0)) refuse('--minutes is a number.', USAGE);
else {
  // An exit, so that the server and the disk of the soak are taken away.
  process.once('SIGINT', () => process.exit(130));
  process.exitCode = await soak(new Set(values.stores.split(',')));
}

async function soak(stores: ReadonlySet<string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-soak-'));
  const sites: Record<string, () => Promise<SiteReport>> = { sqlite: soakSqlite, postgres: soakPostgres };
  const chosen = Object.entries(sites).filter(([name]) => stores.has(name));
  if (chosen.length === 0) throw new Error('--stores knows sqlite and postgres.');
  const strays: string[] = [];
  // The SDK has a listener of its own, which keeps the error to itself.
  process.on('unhandledRejection', (error) => {
    strays.push(`Nobody waited for this: ${error instanceof Error ? error.stack : String(error)}`);
  });
  const began = performance.now();
  const reports = await Promise.all(chosen.map(async ([name, live]) => ({ name, ...(await live()) })));
  const seconds = Math.round((performance.now() - began) / 1_000);
  for (const { name, figures } of reports) {
    console.log(JSON.stringify({ store: name, seed: values.seed, seconds, ...figures }));
  }
  const findings = [
    ...reports.flatMap((report) => report.findings.map((each) => `${report.name}: ${each}`)),
    ...strays,
  ];
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) console.error(`Kept for a look: ${folder}`);
  else rmSync(folder, { recursive: true });
  return findings.length > 0 ? 1 : 0;

  async function soakSqlite(): Promise<SiteReport> {
    const { place, faults, common } = site('sqlite');
    const disk = makeSmallDisk(place, faults);
    console.log(
      disk.kind === 'tmpfs'
        ? 'The disk is a tmpfs, and really full when it is full.'
        : 'No file system can be mounted here: a store that refuses to write stands in for the full disk.',
    );
    const fullDisk: Trouble = {
      name: 'fullDisks',
      pauseMs: [10_000, 25_000],
      happen: async (random) => {
        disk.fill();
        await sleep(500 + random() * 2_000);
        disk.makeRoom();
        return true;
      },
    };
    const report = await soakSite({
      ...common,
      place: { folder: place, store: 'sqlite', database: join(disk.folder, 'state.db') },
      troubles: (crew) => [...usualTroubles(crew, faults), fullDisk],
    });
    disk.remove({ keep: report.findings.length > 0 });
    return report;
  }

  async function soakPostgres(): Promise<SiteReport> {
    const { place, faults, common } = site('postgres');
    const server = await startPostgres();
    const restart: Trouble = {
      name: 'databaseKills',
      pauseMs: [20_000, 40_000],
      happen: async (random) => {
        await server.kill();
        await sleep(random() * 3_000);
        await server.start();
        return true;
      },
    };
    try {
      return await soakSite({
        ...common,
        place: { folder: place, store: 'postgres', database: server.url },
        troubles: (crew) => [...usualTroubles(crew, faults), restart],
      });
    } finally {
      await server.stop();
    }
  }

  function site(name: string) {
    const place = join(folder, name);
    mkdirSync(place);
    const faults = new SharedFaults(place);
    const common = {
      faults,
      program: import.meta.filename,
      workers: Number(values.workers),
      lengthMs: Number(values.minutes) * MINUTE_MS,
      seed: Number(values.seed),
      isCareless: values.careless,
      print: (line: string) => console.log(line),
    };
    return { place, faults, common };
  }
}

function usualTroubles(crew: SoakCrew, faults: SharedFaults): readonly Trouble[] {
  let jumps = 0;
  return [
    { name: 'kills', pauseMs: [6_000, 16_000], happen: async (random) => crew.killOne(random) },
    { name: 'restarts', pauseMs: [12_000, 30_000], happen: async (random) => crew.restartOne(random) },
    {
      name: 'clockJumps',
      pauseMs: [15_000, 35_000],
      happen: async () => {
        faults.moveClock(CLOCK_JUMPS_MS[jumps % CLOCK_JUMPS_MS.length] ?? 0);
        jumps += 1;
        return true;
      },
    },
  ];
}
