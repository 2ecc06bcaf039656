import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@sekisho/postgres/testing';
import { readOptions, refuse } from './read-options.ts';
import { SharedFaults } from './soak/shared-faults.ts';
import { makeSmallDisk } from './soak/small-disk.ts';
import type { WorkerPool } from './soak/worker-pool.ts';
import { soakSite, type SiteReport } from './soak/soak-site.ts';
import { runSoakWorker } from './soak/soak-worker.ts';
import type { Fault } from './soak/fault.ts';

const USAGE = `Mixed jobs on each store at the same time, while workers are killed and restarted, clocks are set, the disk of the
embedded store is full and PostgreSQL is killed and started again. Invariants are checked every minute; the folder of a
soak with findings is kept.

  npm run soak -- [--minutes 30] [--workers 3] [--seed N] [--stores sqlite,postgres] [--careless]

  --careless   Lets lost calls run again unchecked: the soak must find calls that ran twice.`;
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
  // The exit handlers stop the server and unmount the disk.
  process.once('SIGINT', () => process.exit(130));
  process.exitCode = await soak(new Set(values.stores.split(',')));
}

async function soak(stores: ReadonlySet<string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-soak-'));
  const sites: Record<string, () => Promise<SiteReport>> = { sqlite: soakSqlite, postgres: soakPostgres };
  const chosen = Object.entries(sites).filter(([name]) => stores.has(name));
  if (chosen.length === 0) throw new Error('--stores takes sqlite, postgres or both.');
  const rejections: string[] = [];
  // The SDK installs its own listener, which hides the error.
  process.on('unhandledRejection', (error) => {
    rejections.push(`Unhandled rejection: ${error instanceof Error ? error.stack : String(error)}`);
  });
  const began = performance.now();
  const reports = await Promise.all(chosen.map(async ([name, live]) => ({ name, ...(await live()) })));
  const seconds = Math.round((performance.now() - began) / 1_000);
  for (const { name, figures } of reports) {
    console.log(JSON.stringify({ store: name, seed: values.seed, seconds, ...figures }));
  }
  const findings = [
    ...reports.flatMap((report) => report.findings.map((each) => `${report.name}: ${each}`)),
    ...rejections,
  ];
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) console.error(`The data is kept in ${folder}`);
  else rmSync(folder, { recursive: true });
  return findings.length > 0 ? 1 : 0;

  async function soakSqlite(): Promise<SiteReport> {
    const { location, faults, common } = site('sqlite');
    const disk = makeSmallDisk(location, faults);
    console.log(
      disk.kind === 'tmpfs'
        ? 'The disk is a tmpfs that can be filled.'
        : 'No file system can be mounted here: the store simulates the full disk.',
    );
    const fullDisk: Fault = {
      name: 'fullDisks',
      pauseMs: [10_000, 25_000],
      inject: async (random) => {
        disk.fill();
        await sleep(500 + random() * 2_000);
        disk.makeRoom();
        return true;
      },
    };
    const report = await soakSite({
      ...common,
      location: { folder: location, store: 'sqlite', database: join(disk.folder, 'state.db') },
      faultsOf: (pool) => [...commonFaults(pool, faults), fullDisk],
    });
    disk.remove({ keep: report.findings.length > 0 });
    return report;
  }

  async function soakPostgres(): Promise<SiteReport> {
    const { location, faults, common } = site('postgres');
    const server = await startPostgres();
    const restart: Fault = {
      name: 'databaseKills',
      pauseMs: [20_000, 40_000],
      inject: async (random) => {
        await server.kill();
        await sleep(random() * 3_000);
        await server.start();
        return true;
      },
    };
    try {
      return await soakSite({
        ...common,
        location: { folder: location, store: 'postgres', database: server.url },
        faultsOf: (pool) => [...commonFaults(pool, faults), restart],
      });
    } finally {
      await server.stop();
    }
  }

  function site(name: string) {
    const location = join(folder, name);
    mkdirSync(location);
    const faults = new SharedFaults(location);
    const common = {
      faults,
      program: import.meta.filename,
      workers: Number(values.workers),
      lengthMs: Number(values.minutes) * MINUTE_MS,
      seed: Number(values.seed),
      isCareless: values.careless,
      print: (line: string) => console.log(line),
    };
    return { location, faults, common };
  }
}

function commonFaults(pool: WorkerPool, faults: SharedFaults): readonly Fault[] {
  let jumps = 0;
  return [
    { name: 'kills', pauseMs: [6_000, 16_000], inject: async (random) => pool.killOne(random) },
    { name: 'restarts', pauseMs: [12_000, 30_000], inject: async (random) => pool.restartOne(random) },
    {
      name: 'clockJumps',
      pauseMs: [15_000, 35_000],
      inject: async () => {
        faults.moveClock(CLOCK_JUMPS_MS[jumps % CLOCK_JUMPS_MS.length] ?? 0);
        jumps += 1;
        return true;
      },
    },
  ];
}
