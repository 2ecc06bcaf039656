import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doctor, type AgentRunner, type AgentRunnerOptions } from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

let root: string;
let directory: string;
let effects: Effects;
const open: AgentRunner[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sekisho-rollback-'));
  directory = join(root, 'store');
  effects = new Effects();
});

afterEach(async () => {
  for (const runner of open.splice(0)) await runner.close();
  rmSync(root, { recursive: true });
});

const steps = [[functionCall('call_1', 'erase', { what: 'a' })]];

function runnerAt(options: Partial<AgentRunnerOptions> = {}) {
  const agents = [effects.clerk(steps)];
  const runner = runnerWithJudge('needs_human', { store: { directory }, agents, ...options });
  open.push(runner);
  return runner;
}

/** Starts a run that is approved and whose token is unused; its process has exited. */
async function approved(options?: Partial<AgentRunnerOptions>) {
  const runner = runnerAt(options);
  const { run_id: runId, interruptions } = await runner.run(effects.clerk(steps), 'Please erase.');
  const { token } = await runner.submitApproval(interruptions[0]?.approval_id ?? '', 'approve', {
    by: { id: 'mika' },
  });
  await runner.close();
  return { runId, token };
}

const FILES = ['state.db', 'state.db-wal', 'state.db-shm'];

function copyStore(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of FILES) {
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
    else rmSync(join(to, file), { force: true });
  }
}

/** Uses the token and restores an earlier copy of the store. */
async function spendAndRestore(options?: Partial<AgentRunnerOptions>) {
  const { runId, token } = await approved(options);
  const backup = join(root, 'backup');
  copyStore(directory, backup);
  const runner = runnerAt(options);
  await runner.resumeRun(runId, token);
  expect(effects.done).toEqual(['a']);
  await runner.close();
  copyStore(backup, directory);
  return { runId, token };
}

const refused = { code: 'AGENTS-E-LOG-ROLLBACK' };

async function expectRefusal(runner: AgentRunner) {
  await expect(runner.run(effects.clerk(steps), 'Please erase.')).rejects.toMatchObject(refused);
  expect(await runner.verifyExecutionLog()).toMatchObject({ ok: false });
  const { findings } = await doctor(runner);
  expect(findings.find(({ id }) => id === 'audit.mark')).toMatchObject({ level: 'error' });
}

describe('a store that was restored from an earlier copy', () => {
  it('does not accept a used token again', async () => {
    const { runId, token } = await spendAndRestore();
    const runner = runnerAt();
    await expect(runner.resumeRun(runId, token)).rejects.toMatchObject(refused);
    await expectRefusal(runner);
    expect(effects.done).toEqual(['a']);
  });

  it('is accepted after an operator confirmed the restore, and the log records who and why', async () => {
    const { runId, token } = await spendAndRestore();
    const runner = runnerAt();
    const { records } = await runner.verifyExecutionLog();
    await expect(runner.acceptRestore({ by: { id: '' }, reason: 'x' })).rejects.toMatchObject({
      code: 'AGENTS-E-INPUT-INVALID',
    });
    const accepted = await runner.acceptRestore({ by: { id: 'ops' }, reason: 'The disk failed.' });
    expect(accepted.to.seq).toBe(records);
    expect(accepted.from?.seq).toBeGreaterThan(records);
    const [record] = await runner.getExecutionLogs({ event: 'store.restored' });
    expect(record).toMatchObject({
      seq: records + 1,
      data: { by: 'ops', reason: 'The disk failed.', ...accepted },
    });
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
    expect((await doctor(runner)).findings.find(({ id }) => id === 'audit.mark')).toMatchObject({
      level: 'ok',
    });
    await runner.close();
    const later = runnerAt();
    await later.resumeRun(runId, token);
    expect(await later.verifyExecutionLog()).toMatchObject({ ok: true });
    await expect(later.acceptRestore({ by: { id: 'ops' }, reason: 'again' })).rejects.toMatchObject({
      code: 'AGENTS-E-INPUT-INVALID',
    });
  });

  it.each<readonly [string, (path: string) => void]>([
    ['lacks the end of its log', (path) => runSql(path, 'delete from log where seq > 3')],
    ['has an empty log', (path) => runSql(path, 'delete from log')],
    [
      'has another record at the position of the mark',
      (path) => runSql(path, `update log set hash = 'x' where seq = (select max(seq) from log)`),
    ],
    [
      'is an empty file',
      (path) => {
        truncateSync(path, 0);
        for (const file of ['-wal', '-shm']) rmSync(`${path}${file}`, { force: true });
      },
    ],
    ['is missing', (path) => unlinkSync(path)],
  ])('is rejected when it %s', async (_case, damage) => {
    await approved();
    damage(join(directory, 'state.db'));
    await expectRefusal(runnerAt());
    expect(effects.done).toEqual([]);
  });

  it('is rejected when the head of its write-ahead log was overwritten', async () => {
    const runner = runnerAt();
    await runner.run(effects.clerk(steps), 'Please erase.');
    await runner.close();
    const crashed = runnerAt();
    await crashed.run(effects.clerk(steps), 'Please erase.');
    const mark = join(directory, 'mark-state.json');
    const before = readFileSync(mark, 'utf8');
    await expect.poll(() => readFileSync(mark, 'utf8'), { timeout: 10_000 }).not.toBe(before);
    // The files after a power failure at this moment, with another head of the write-ahead log.
    const copy = join(root, 'copy');
    copyStore(directory, copy);
    for (const file of ['key', 'mark-state.json']) copyFileSync(join(directory, file), join(copy, file));
    const intact = runnerAt({ store: { directory: copy } });
    expect(await intact.verifyExecutionLog()).toMatchObject({ ok: true });
    await intact.close();
    copyStore(directory, copy);
    rmSync(join(copy, 'state.db-shm'), { force: true });
    const wal = readFileSync(join(copy, 'state.db-wal'));
    writeFileSync(join(copy, 'state.db-wal'), wal.fill(0, 0, 32));
    await expectRefusal(runnerAt({ store: { directory: copy } }));
  });
});

describe('the high-water mark', () => {
  it('moves with the folder, except where the host stores it elsewhere', async () => {
    const markDirectory = join(root, 'marks');
    await spendAndRestore({ markDirectory });
    expect(existsSync(join(directory, 'mark-state.json'))).toBe(false);
    expect(readdirSync(markDirectory)).toHaveLength(1);
    await expectRefusal(runnerAt({ markDirectory }));
  });

  it('remains valid after a rotation of the secret', async () => {
    const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await spendAndRestore({ secret: old });
    await expectRefusal(runnerAt({ secret: { current: fresh, previous: [old] } }));
    expect(effects.done).toEqual(['a']);
  });

  it('is rejected when another installation signed it, and may be deleted by the operator', async () => {
    const { runId, token } = await approved();
    const path = join(directory, 'mark-state.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"seq":\d+/, '"seq":1'));
    await expectRefusal(runnerAt());
    unlinkSync(path);
    await runnerAt().resumeRun(runId, token);
    expect(effects.done).toEqual(['a']);
  });

  it('never decreases when several processes write it, and leaves no other files', async () => {
    const runners = [runnerAt(), runnerAt(), runnerAt()];
    await Promise.all(runners.map((runner) => runner.run(effects.clerk(steps), 'Please erase.')));
    const head = await runners[0]?.inspect().store.lastLog();
    await Promise.all(runners.map((runner) => runner.close()));
    const path = join(directory, 'mark-state.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ seq: head?.seq, hash: head?.hash });
    expect(readdirSync(directory).filter((file) => file.startsWith('mark'))).toEqual(['mark-state.json']);
  });

  it('continues after a process crashed while writing the next mark', async () => {
    await approved();
    const draft = join(directory, 'mark-state.json.new');
    writeFileSync(draft, '');
    const { utimesSync } = await import('node:fs');
    utimesSync(draft, new Date(0), new Date(0));
    const runner = runnerAt();
    await runner.run(effects.clerk(steps), 'Please erase.');
    await runner.close();
    expect(existsSync(draft)).toBe(false);
  });

  it('causes a warning and no failure where its folder is a file', async () => {
    const markDirectory = join(root, 'marks');
    writeFileSync(markDirectory, '');
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.message);
    process.on('warning', note);
    const { runId, token } = await approved({ markDirectory });
    await runnerAt({ markDirectory }).resumeRun(runId, token);
    expect(effects.done).toEqual(['a']);
    await expect.poll(() => warnings.join()).toContain('high-water mark');
    process.off('warning', note);
  });

  it('is not written for a store in memory', async () => {
    const runner = runnerAt({ store: 'memory' });
    await runner.run(effects.clerk(steps), 'Please erase.');
    expect((await doctor(runner)).findings.some(({ id }) => id === 'audit.mark')).toBe(false);
  });
});

function runSql(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
