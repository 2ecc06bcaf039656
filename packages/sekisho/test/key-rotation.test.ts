import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Secrets } from '../../engine/src/config/keyring.ts';
import { RunState, type AgentRunner } from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

const [oldest, old, fresh] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const call = functionCall('call_1', 'erase', { what: 'a' });

let directory: string;
const open: AgentRunner[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-rotation-'));
});

afterEach(async () => {
  for (const runner of open.splice(0)) await runner.close();
  rmSync(directory, { recursive: true });
});

function runnerWith(secret: Uint8Array | Secrets | undefined, effects = new Effects()) {
  const agents = [effects.clerk([[call]])];
  const runner = runnerWithJudge('needs_human', { secret, store: { directory }, agents });
  open.push(runner);
  return runner;
}

/** Starts a run that waits for approval, in a process that had this secret and has exited. */
async function waitingUnder(secret: Uint8Array | Secrets | undefined) {
  const effects = new Effects();
  const agent = effects.clerk([[call]]);
  const runner = runnerWith(secret, effects);
  const result = await runner.run(agent, 'Please erase a.');
  const approvalId = result.interruptions[0]?.approval_id ?? '';
  return { effects, agent, runner, approvalId, runId: result.run_id, text: result.state.toString() };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => String(Reflect.get(Object(error), 'code')),
  );

const rotationsIn = async (runner: AgentRunner) =>
  (await runner.getExecutionLogs({ event: 'key.rotated' })).map(({ seq }) => seq);

describe('after a rotation of the secret', () => {
  it('a suspended run resumes, and the log verifies from its first record to its last', async () => {
    const { runId, approvalId } = await waitingUnder(old);
    const effects = new Effects();
    const runner = runnerWith({ current: fresh, previous: [old] }, effects);
    const before = (await runner.verifyExecutionLog()).records;
    await runner.approveAndResume(runId, approvalId, { decision: 'approve', by: { id: 'mika' } });
    expect(effects.done).toEqual(['a']);
    expect(await rotationsIn(runner)).toEqual([before + 1]);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('a token that was issued before continues its run', async () => {
    const { runner: earlier, runId, approvalId } = await waitingUnder(old);
    const { token } = await earlier.submitApproval(approvalId, 'approve');
    const effects = new Effects();
    await runnerWith({ current: fresh, previous: [old] }, effects).resumeRun(runId, token);
    expect(effects.done).toEqual(['a']);
  });

  it('a state that a host serialized before resumes', async () => {
    const { agent, effects, text } = await waitingUnder(old);
    const state = await RunState.fromString(agent, text);
    for (const item of state.getInterruptions()) state.approve(item);
    await runnerWith({ current: fresh, previous: [old] }).run(agent, state);
    expect(effects.done).toEqual(['a']);
  });

  it('an earlier checkpoint still proves that no record was removed', async () => {
    const { runner: earlier } = await waitingUnder(old);
    const anchor = await earlier.createCheckpoint();
    const runner = runnerWith({ current: fresh, previous: [old] });
    await runner.createCheckpoint();
    expect(await runner.verifyExecutionLog(anchor)).toMatchObject({ ok: true, checkpoints: 2 });
  });

  it('the next rotation succeeds in the same way', async () => {
    await waitingUnder(oldest);
    await waitingUnder({ current: old, previous: [oldest] });
    const { runner } = await waitingUnder({ current: fresh, previous: [old, oldest] });
    expect(await rotationsIn(runner)).toHaveLength(2);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('processes that start at the same time record the rotation once', async () => {
    await waitingUnder(old);
    const runners = [1, 2, 3].map(() => runnerWith({ current: fresh, previous: [old] }));
    await Promise.all(runners.map((runner) => runner.createCheckpoint()));
    expect(await rotationsIn(runners[0]!)).toHaveLength(1);
    expect(await runners[0]!.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('the key file may contain both secrets', async () => {
    await waitingUnder(old);
    const lines = [fresh, old].map((secret) => `${secret.toString('base64url')}\n`);
    writeFileSync(join(directory, 'key'), lines.join(''), { mode: 0o600 });
    const { runner } = await waitingUnder(undefined);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });
});

describe('a new secret without the old one', () => {
  it('can read, but not write or run', async () => {
    const { runner: earlier, approvalId } = await waitingUnder(old);
    const effects = new Effects();
    const runner = runnerWith(fresh, effects);
    expect(await codeOf(runner.run(effects.clerk([[call]]), 'Please erase a.'))).toBe('AGENTS-E-STORE');
    expect(await codeOf(runner.submitApproval(approvalId, 'approve'))).toBe('AGENTS-E-RUNNER-CONFIG');
    expect(await codeOf(runner.submitApproval(approvalId, 'deny'))).toBe('AGENTS-E-RUNNER-CONFIG');
    expect(await runner.getPendingApprovals()).toHaveLength(1);
    expect(effects.done).toEqual([]);
    expect(await earlier.verifyExecutionLog()).toMatchObject({ ok: true });
  });
});

describe('an attacker with the old secret', () => {
  it('cannot append to the log', async () => {
    const { runner: attacker } = await waitingUnder(old);
    const { runner } = await waitingUnder({ current: fresh, previous: [old] });
    const { records } = await runner.verifyExecutionLog();
    await attacker.createCheckpoint();
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: false, first_bad: { seq: records + 1 } });
  });

  it('cannot continue a run after the secret is retired', async () => {
    const { runId, approvalId } = await waitingUnder(old);
    await waitingUnder({ current: fresh, previous: [old] });
    const effects = new Effects();
    const runner = runnerWith({ current: fresh, retired: [old] }, effects);
    const decision = { decision: 'approve', by: { id: 'mika' } } as const;
    expect(await codeOf(runner.approveAndResume(runId, approvalId, decision))).toBe('AGENTS-E-AUTHORITY');
    expect(effects.done).toEqual([]);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('cannot truncate records after the rotation once the secret is retired', async () => {
    await waitingUnder(old);
    const runner = runnerWith({ current: fresh, retired: [old] });
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: false });
    expect(await codeOf(runner.createCheckpoint())).toBe('AGENTS-E-RUNNER-CONFIG');
  });
});
