import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentRunner } from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

const NOON = Date.parse('2026-01-01T12:00:00.000Z');
const HOUR = 3_600_000;

let directory: string;
let now: number;
let effects: Effects;
const open: AgentRunner[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-clock-'));
  now = NOON;
  effects = new Effects();
});

afterEach(async () => {
  for (const runner of open.splice(0)) await runner.close();
  rmSync(directory, { recursive: true });
});

const erase = (id: number) => functionCall(`call_${id}`, 'erase', { what: 'a' });
const steps = [[erase(0)], [erase(1)], [erase(2)]];

describe.each([
  ['memory', () => 'memory' as const],
  ['SQLite', () => ({ directory })],
])('a clock that is set back, with a store in %s', (_where, storeAt) => {
  function runnerAt() {
    const runner = runnerWithJudge('needs_human', {
      store: storeAt(),
      agents: [effects.clerk(steps)],
      clock: () => now,
      approvalTtlSec: 3600,
      resumeTokenTtlSec: 600,
    });
    open.push(runner);
    return runner;
  }

  async function asked() {
    const runner = runnerAt();
    const { run_id: runId, interruptions } = await runner.run(effects.clerk(steps), 'Please erase.');
    return { runner, runId, approvalId: interruptions[0]?.approval_id ?? '' };
  }

  it.each<readonly [string, (runner: AgentRunner, runId: string, approvalId: string) => Promise<unknown>]>([
    ['a decision', (runner, _runId, id) => runner.submitApproval(id, 'approve')],
    [
      'a decision that resumes',
      (runner, runId, id) => runner.approveAndResume(runId, id, { decision: 'approve' }),
    ],
    ['an extension', (runner, _runId, id) => runner.extendApproval(id)],
    ['a listing', (runner) => runner.getPendingApprovals()],
    ['the sweep', (runner) => runner.expireApprovals()],
  ])('does not revive an approval that %s has stored as expired', async (_case, observe) => {
    const { runner, runId, approvalId } = await asked();
    now = NOON + 2 * HOUR;
    await observe(runner, runId, approvalId).catch(() => undefined);
    now = NOON;
    await expect(runner.submitApproval(approvalId, 'approve')).rejects.toMatchObject({
      code: 'AGENTS-E-APPROVAL-INVALID',
    });
    const decision = { decision: 'approve' } as const;
    await expect(runner.approveAndResume(runId, approvalId, decision)).rejects.toMatchObject({
      code: 'AGENTS-E-APPROVAL-INVALID',
    });
    expect(effects.done).toEqual([]);
    expect(await runner.getExecutionLogs({ runId, event: 'approval.expired' })).toHaveLength(1);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('still issues the token of an approval that a listing found expired, once', async () => {
    const { runner, runId } = await asked();
    now = NOON + 2 * HOUR;
    expect(await runner.getPendingApprovals()).toEqual([]);
    const [expired, ...others] = await runner.expireApprovals();
    expect([expired?.run_id, others]).toEqual([runId, []]);
    expect(await runner.expireApprovals()).toEqual([]);
    await runner.resumeRun(runId, expired?.token ?? '').catch(() => undefined);
    expect(effects.done).toEqual([]);
  });

  it('does not revive a token that was rejected as expired', async () => {
    const { runner, runId, approvalId } = await asked();
    const { token } = await runner.submitApproval(approvalId, 'approve');
    now = NOON + 2 * HOUR;
    await expect(runner.resumeRun(runId, token)).rejects.toMatchObject({ code: 'AGENTS-E-RESUME-TOKEN' });
    now = NOON;
    await expect(runner.resumeRun(runId, token)).rejects.toMatchObject({ code: 'AGENTS-E-RESUME-TOKEN' });
    expect(effects.done).toEqual([]);
    expect(await runner.getExecutionLogs({ runId, event: 'token.refused' })).toHaveLength(1);
    // The decision remains valid: a new token continues the run.
    const { token: fresh } = await runner.reissueToken(approvalId);
    await runner.run(effects.clerk(steps.slice(1)), '', { extensions: { resume: { token: fresh } } });
    expect(effects.done).toEqual(['a']);
  });

  it('does not revive a grant that was stored as expired', async () => {
    const { runner, approvalId } = await asked();
    const { token } = await runner.submitApproval(approvalId, 'approve', {
      grant: { scope: 'run', ttlSec: 1800 },
    });
    now = NOON + 1_000;
    // The second call is covered; the third call follows the expiry and requires approval.
    const clerk = effects.clerk([
      steps[1] ?? [],
      () => {
        now = NOON + HOUR - 60_000;
        return steps[2] ?? [];
      },
    ]);
    const second = await runner.run(clerk, '', { extensions: { resume: { token } } });
    expect(effects.done).toEqual(['a', 'a']);
    expect(await runner.getExecutionLogs({ event: 'grant.expired' })).toHaveLength(1);
    const id = second.interruptions[0]?.approval_id ?? '';
    const { token: later } = await runner.submitApproval(id, 'approve');
    now = NOON + 1_000;
    const third = await runner.run(effects.clerk([[erase(3)]]), '', {
      extensions: { resume: { token: later } },
    });
    expect(effects.done).toEqual(['a', 'a', 'a']);
    expect(third.interruptions).toHaveLength(1);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });
});
