import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteStateStore } from '../../src/store/sqlite-state-store.ts';
import type { StoreWrite } from '../../src/store/state-store.ts';
import { testLink } from './test-link.ts';
import { proofSize } from '../../../../test/proof-size.ts';
import { buildFileTrace } from './build-file-trace.ts';
import { findLosses, type Promised } from './find-losses.ts';
import { powerLosses, randomNumbers } from './power-losses.ts';
import { readTrace, type FileOperation } from './read-trace.ts';
import { SimulatedDisk } from './simulated-disk.ts';

// A file system in memory, where there is one: the states are written and read, but no process needs them later.
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const base = mkdtempSync(join(memory, 'sekisho-power-'));
const library = buildFileTrace(base);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(base, 'case-'));
  mkdirSync(join(folder, 'disk'));
});

afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => rmSync(base, { recursive: true }));

interface Program {
  readonly name: string;
  readonly sessions: number;
  readonly commits: number;
  /** The size of the states that are written. */
  readonly stateBytes?: number;
  readonly faults?: Record<string, string>;
  readonly killAfterMs?: number;
  readonly isShared?: boolean;
}

const TIMEOUT_MS = 900_000;
const MISSING =
  'Power losses are not simulated, because this system has no gcc or is not Linux. Only the order of syncs and acknowledgements is tested.';

beforeAll(() => {
  if (library === undefined) console.warn(MISSING);
});

it('acknowledges a commit only when a sync of the log that began after it has ended', async () => {
  const path = join(folder, 'disk', 'state.db');
  let onDisk = Buffer.alloc(0);
  const fdatasync = fs.fdatasync.bind(fs);
  vi.spyOn(fs, 'fdatasync').mockImplementation((descriptor, done) => {
    // A sync guarantees what the log contained when it began.
    const content = readFileSync(`${path}-wal`);
    fdatasync(descriptor, (error) => {
      onDisk = content;
      done(error);
    });
  });
  syncBuiltinESMExports();
  const store = await openSqliteStateStore({ path, clock: Date.now, link: testLink });
  const promised = { calls: new Set<string>(), records: new Map<number, string>() };
  const losses: string[] = [];
  const write = async (writer: number) => {
    for (let index = 0; index < 15; index += 1) {
      const call = `${writer}.${index}`;
      await store.commit([newRecord(call)]);
      promised.calls.add(call);
      const last = await store.lastLog();
      if (last) promised.records.set(last.seq, last.hash);
      const files = new Map([
        ['state.db', readFileSync(path)],
        ['state.db-wal', onDisk],
      ]);
      losses.push(...findLosses(files, promised, join(folder, 'after')));
    }
  };
  try {
    await Promise.all([write(0), write(1), write(2)]);
  } finally {
    await store.close();
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  expect(losses).toEqual([]);
  expect(promised.calls.size).toBe(45);
});

// Without gcc there are no cases: a skipped test would fail the build.
describe.each(library === undefined ? [] : [{ library }])(
  'after a power loss at any moment, acknowledged commits and rows that were read exist',
  () => {
    it(
      'with one process that opens the store twice and copies the log several times',
      async () => {
        const faults = { TRACE_DELAY_MS: '4' };
        // With states of this size, the log is long enough to be copied several times.
        const program = { name: 'a', sessions: 2, commits: 70, stateBytes: 60_000, faults };
        const [failures] = await runPrograms([program]);
        expect(failures).toBe(0);
        const { operations, promised, losses } = examine(proofSize('powerLosses'));
        expect(losses).toEqual([]);
        expect(promised.calls.size).toBe(2 * 70 * 8);
        expect(logStarts(operations)).toBeGreaterThan(3);
        // Between the first commit and the end, the disk never blocks the event loop.
        expect(syncsOfMainThread(operations)).toEqual([]);
      },
      TIMEOUT_MS,
    );

    it(
      'with three processes, one of which is killed and two of which continue',
      async () => {
        const rounds = proofSize('killedWriterRounds');
        for (let round = 0; round < rounds; round += 1) {
          await runPrograms([
            { name: `a${round}`, sessions: 2, commits: 12 },
            { name: `b${round}`, sessions: 2, commits: 12 },
            { name: `k${round}`, sessions: 1, commits: 500, killAfterMs: 20 + 90 * round },
          ]);
        }
        const { promised, losses } = examine(proofSize('powerLosses'));
        expect(losses).toEqual([]);
        expect(promised.calls.size).toBeGreaterThan(rounds * 4 * 12 * 8);
      },
      TIMEOUT_MS,
    );

    it.each([
      [3, false],
      [20, true],
    ])(
      'when sync %i of the log fails and the store is opened again (shared: %s)',
      async (at, isShared) => {
        const faults = { TRACE_FAIL_SYNC: String(at) };
        const [failures] = await runPrograms([{ name: 'a', sessions: 2, commits: 20, faults, isShared }]);
        const { operations, losses } = examine(proofSize('powerLosses') / 3);
        expect(operations.filter(({ kind }) => kind === 'sync-failed')).toHaveLength(1);
        // Every writer of the session receives the failure, not only those whose commit was being synced.
        expect(failures).toBe(8);
        expect(losses).toEqual([]);
      },
      TIMEOUT_MS,
    );

    it.each([200, 801])(
      'when the disk is full at write %i of the log',
      async (at) => {
        const faults = { TRACE_FAIL_WRITE: String(at) };
        const [failures] = await runPrograms([{ name: 'a', sessions: 2, commits: 20, faults }]);
        expect(failures).toBeGreaterThan(0);
        expect(examine(proofSize('powerLosses') / 3).losses).toEqual([]);
      },
      TIMEOUT_MS,
    );
  },
);

function newRecord(tool_call_id: string): StoreWrite {
  return {
    kind: 'log.append',
    record: { run_id: 'run', tool_call_id, event: 'tool.start', attempt: 0, decision: '', data: '{}' },
  };
}

/** Runs programs at the same time. Returns how many of their writers failed. */
async function runPrograms(programs: readonly Program[]): Promise<number[]> {
  return Promise.all(
    programs.map(
      async ({ name, sessions, commits, stateBytes = 8_000, faults, killAfterMs, isShared = false }) => {
        const file = join(import.meta.dirname, 'write-and-promise.ts');
        const disk = join(folder, 'disk');
        const child = spawn(
          process.execPath,
          [
            '--conditions=@sekisho/source',
            // Node 22 prints a warning about its SQLite module.
            '--disable-warning=ExperimentalWarning',
            file,
            disk,
            name,
            String(sessions),
            String(commits),
            String(stateBytes),
            isShared ? 'shared' : '',
          ],
          {
            stdio: 'pipe',
            env: {
              ...process.env,
              ...faults,
              LD_PRELOAD: library,
              TRACE_FOLDER: disk,
              TRACE_FILE: join(folder, 'trace'),
            },
          },
        );
        const [output, errors] = [text(child.stdout), text(child.stderr)];
        if (killAfterMs !== undefined) {
          while (!hasPromised(name)) await new Promise((done) => setTimeout(done, 10));
          setTimeout(() => child.kill('SIGKILL'), killAfterMs);
        }
        await once(child, 'exit');
        expect(await errors).toBe('');
        return Number(await output);
      },
    ),
  );
}

function hasPromised(name: string): boolean {
  const promises = join(folder, 'disk', 'promises');
  return existsSync(promises) && readFileSync(promises, 'utf8').includes(`commit ${name}`);
}

/** Cuts the power at `count` moments, in every way, and returns what was lost. */
function examine(count: number) {
  const disk = join(folder, 'disk');
  const operations = readTrace(readFileSync(join(folder, 'trace')));
  const random = randomNumbers(operations.length);
  const moments = chooseMoments(operations, count, random);
  const simulated = new SimulatedDisk(disk);
  const calls = new Set<string>();
  const records = new Map<number, string>();
  const promised: Promised = { calls, records };
  const losses: string[] = [];
  for (const [index, operation] of operations.entries()) {
    if (operation.path === join(disk, 'promises')) addPromises(operation.data.toString(), calls, records);
    else simulated.apply(operation);
    if (!moments.has(index)) continue;
    for (const [lost, choose] of Object.entries(powerLosses(random, index))) {
      const found = findLosses(simulated.afterPowerLoss(choose), promised, join(folder, 'after'));
      losses.push(...found.slice(0, 3).map((loss) => `Power loss at ${index}, ${lost} lost: ${loss}`));
    }
    if (losses.length > 10) break;
  }
  return { operations, promised, losses };
}

/** Half of the moments directly follow a promise or a sync, half are anywhere. The last moment is the end. */
function chooseMoments(
  operations: readonly FileOperation[],
  count: number,
  random: () => number,
): Set<number> {
  const after = [...operations.entries()].filter(
    ([, { kind, path }]) => kind.startsWith('sync') || path.endsWith('promises'),
  );
  const moments = new Set([operations.length - 1]);
  for (let chosen = 0; chosen < count; chosen += 2) {
    moments.add(Math.floor(random() * operations.length));
    moments.add(after[Math.floor(random() * after.length)]?.[0] ?? 0);
  }
  return moments;
}

function addPromises(lines: string, calls: Set<string>, records: Map<number, string>): void {
  for (const line of lines.split('\n')) {
    const [what, id = '', hash = ''] = line.split(' ');
    if (what === 'commit') calls.add(id);
    if (what === 'record') records.set(Number(id), hash);
  }
}

/** The syncs of the main thread while the store was in use: a store is opened and closed in the main thread. */
function syncsOfMainThread(operations: readonly FileOperation[]): string[] {
  const first = operations.findIndex(({ kind, path }) => kind === 'write' && path.endsWith('promises'));
  const sessionEnd = operations.findIndex(({ kind, path }) => kind === 'unlink' && path.endsWith('-wal'));
  return operations
    .slice(first, sessionEnd)
    .filter(({ kind, isMainThread }) => kind === 'sync-begin' && isMainThread)
    .map(({ path }) => path);
}

/** How often the log was written from its start. */
function logStarts(operations: readonly FileOperation[]): number {
  return operations.filter(
    ({ kind, path, offset, data }) =>
      kind === 'write' && path.endsWith('-wal') && offset === 0n && data.length === 32,
  ).length;
}
