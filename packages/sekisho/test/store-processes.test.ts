import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderLogBody } from '../../engine/src/wire/execution-log.ts';
import { openSqliteStateStore } from '../../engine/src/store/sqlite-state-store.ts';
import type { StateStore } from '../../engine/src/store/state-store.ts';
import { testLink } from './programs/store-test-link.ts';
import { proofSize } from '../../../test/proof-size.ts';

describe('the SQLite store and other processes', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sekisho-processes-'));
    path = join(folder, 'state.db');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('allows four processes that compete for 500 tokens to use each exactly once', async () => {
    const count = 500;
    // The four processes also create the file at the same time.
    const racers = Array.from({ length: 4 }, () => start('store-use-tokens.ts', path, String(count)));
    const errors = racers.map(async ({ stderr }) => (stderr ? text(stderr) : ''));
    await Promise.all(
      racers.map((racer, index) => Promise.race([firstOutput(racer), earlyExit(racer, errors[index])])),
    );
    const store = await open();
    await store.commit([
      {
        kind: 'run.open',
        run: {
          run_id: 'run',
          status: 'running',
          segment: 0,
          epoch: 1,
          owner: 'owner',
          agent_name: 'clerk',
          application: 'shop',
          sdk_version: '0.20.0',
          state: null,
        },
      },
      ...Array.from({ length: count }, (_, index) => ({
        kind: 'token.issue' as const,
        token_hash: `token ${index}`,
        run_id: 'run',
        approval_id: 'approval',
        ttl_ms: 60_000,
      })),
    ]);
    const finished = racers.map(async (racer, index) => {
      const [used, written, [code]] = await Promise.all([
        racer.stdout && text(racer.stdout),
        errors[index],
        once(racer, 'exit'),
      ]);
      expect(written).toBe('');
      expect(code).toBe(0);
      const tokens: number[] = JSON.parse(used ?? '');
      return tokens;
    });
    for (const racer of racers) racer.stdin?.write('go\n');
    const used = (await Promise.all(finished)).flat();
    expect(used.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: count }, (_, index) => index),
    );
    expect(await chainLength(store)).toBe(count);
    await store.close();
  });

  it('loses no acknowledged write when two writers are killed repeatedly', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < proofSize('killedWriterRounds'); round += 1) {
      const written = await Promise.all([
        writeUntilKilled(`${round}a`, 20),
        writeUntilKilled(`${round}b`, 60),
      ]);
      acknowledged.push(...written.flat());
    }
    const store = await open();
    const runs = await allRuns(store);
    expect(acknowledged.length).toBeGreaterThan(20 * proofSize('killedWriterRounds'));
    expect(acknowledged.filter((id) => !runs.has(id))).toEqual([]);
    // Run and record are in one batch: neither may exist without the other.
    expect(await chainLength(store)).toBe(runs.size);
    await store.close();
  });

  it('stores nothing of a batch that does not fit on the disk, and continues with the next', async () => {
    const program = join(import.meta.dirname, 'programs', 'store-on-full-disk.ts');
    const node = `"${process.execPath}" --conditions=@sekisho/source "${program}" "${path}"`;
    // The shell counts blocks of 512 or 1024 bytes: 1 or 2 MB, less than the large batch in both cases.
    const child = spawn('sh', ['-c', `ulimit -f 2000; exec ${node}`], { stdio: 'pipe' });
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(errors).toBe('');
    expect(JSON.parse(output)).toEqual({
      results: [{ ok: true }, 'AGENTS-E-STORE', { ok: true }],
      runs: ['after', 'before'],
      seqs: [1, 2],
    });
  });

  it('does not load SQLite before a store is opened', async () => {
    const file = join(import.meta.dirname, '../../engine/src/store/sqlite-state-store.ts');
    const script = `await import(${JSON.stringify(file)}); console.log(process.moduleLoadList.filter((name) => name.endsWith(' sqlite')).length)`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(errors).toBe('');
    expect(output).toBe('0\n');
  });

  /** Returns the writes that a writer had acknowledged when it was killed, some time after its first line. */
  async function writeUntilKilled(name: string, killAfterMs: number): Promise<readonly string[]> {
    const writer = start('store-write-until-killed.ts', path, name);
    if (writer.stdout === null) throw new Error('The writer has no output.');
    const output = text(writer.stdout);
    await once(writer.stdout, 'data');
    setTimeout(() => writer.kill('SIGKILL'), killAfterMs);
    await once(writer, 'exit');
    return completeLines(await output);
  }

  function open(): Promise<StateStore> {
    return openSqliteStateStore({ path, clock: Date.now, link: testLink });
  }
});

function start(program: string, ...args: string[]): ChildProcess {
  const file = join(import.meta.dirname, 'programs', program);
  return spawn(process.execPath, ['--conditions=@sekisho/source', file, ...args], { stdio: 'pipe' });
}

async function firstOutput({ stdout }: ChildProcess): Promise<void> {
  if (stdout) await once(stdout, 'data');
}

/** Rejects with the error output of a process that exits; a test that waits for its output would time out. */
async function earlyExit(child: ChildProcess, errors: Promise<string> | undefined): Promise<never> {
  await once(child, 'exit');
  throw new Error(`A process exited before it was ready: ${await errors}`);
}

function completeLines(output: string): readonly string[] {
  return output
    .slice(0, output.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '');
}

async function allRuns(store: StateStore): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await store.listRuns({ limit: 1_000, cursor });
    for (const run of page.rows) ids.add(run.run_id);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return ids;
}

/** Verifies numbers and hashes of the whole log and returns the number of its records. */
async function chainLength(store: StateStore): Promise<number> {
  let previous = { seq: 0, hash: '' };
  for (;;) {
    const records = await store.queryLogs({ afterSeq: previous.seq });
    if (records.length === 0) return previous.seq;
    for (const { data, hash, ...rest } of records) {
      expect(rest.seq).toBe(previous.seq + 1);
      expect(hash).toBe(
        testLink(previous.hash, rest.seq, renderLogBody({ ...rest, data: JSON.stringify(data) })),
      );
      previous = { seq: rest.seq, hash };
    }
  }
}
