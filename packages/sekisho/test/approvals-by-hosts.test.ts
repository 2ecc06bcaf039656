import { describe, expect, it } from 'vitest';
import type { GateDecision } from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

const asks: GateDecision = {
  decision: 'needs_human',
  risk_level: 4,
  reason: 'The host wants a second look.',
};

/** A run that waits for the approval of one call. */
async function waitingRun() {
  const effects = new Effects();
  const runner = runnerWithJudge('needs_human');
  const agent = effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })]]);
  const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a.');
  return { effects, runner, runId, callApproval: interruptions[0]?.approval_id ?? '' };
}

describe('ApprovalController.createApprovalRequest()', () => {
  it('creates an approval request with the fields of the design and records it', async () => {
    const { runner, runId } = await waitingRun();
    const request = await runner.approvals.createApprovalRequest(runId, asks, 'Is the budget approved?');
    expect(request).toMatchObject({
      approval_id: expect.stringMatching(/^ap_/),
      run_id: runId,
      required_action: expect.any(String),
      prompt: 'Is the budget approved?',
      status: 'pending',
      risk_level: 4,
    });
    const pending = await runner.getPendingApprovals(runId);
    expect(pending.map(({ approval_id: id }) => id)).toContain(request.approval_id);
    const { token } = await runner.approvals.submitDecision(request.approval_id, 'approve');
    expect(token).toEqual(expect.any(String));
    await expect(runner.approvals.submitDecision(request.approval_id, 'approve')).rejects.toMatchObject({
      code: 'AGENTS-E-APPROVAL-INVALID',
    });
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('permits no call: the approval request of the gate stays open', async () => {
    const { runner, runId, effects, callApproval } = await waitingRun();
    const prompt = 'If you approve, agent "Clerk" will run erase with {"what":"a"}.';
    const request = await runner.approvals.createApprovalRequest(runId, asks, prompt);
    const { token } = await runner.submitApproval(request.approval_id, 'approve');
    const { interruptions } = await runner.resumeRun(runId, token);
    expect(effects.done).toEqual([]);
    expect(interruptions).toHaveLength(1);
    await runner.approveAndResume(runId, callApproval, { decision: 'approve' });
    expect(effects.done).toEqual(['a']);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it.each([
    ['edited arguments', { editedArgs: { what: 'b' } }],
    ['grant for the run', { grant: { scope: 'run' } }],
    ['grant for the policy of a tool', { grant: { scope: 'host_policy' } }],
  ] as const)('accepts no %s', async (_case, details) => {
    const { runner, runId } = await waitingRun();
    const { approval_id: id } = await runner.approvals.createApprovalRequest(runId, asks, 'May it?');
    await expect(runner.submitApproval(id, 'approve', details)).rejects.toMatchObject({
      code: 'AGENTS-E-APPROVAL-INVALID',
    });
  });

  it('generates its own id and displays hidden characters', async () => {
    const { runner, runId, callApproval } = await waitingRun();
    const request = await runner.approvals.createApprovalRequest(
      runId,
      { ...asks, approval_id: callApproval },
      'Is it \u202efine?',
    );
    expect(request.approval_id).not.toBe(callApproval);
    expect(request.prompt).toBe('Is it \\u{202e}fine?');
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it.each<[string, unknown, unknown, unknown]>([
    ['no run id', '', asks, 'May it?'],
    ['a run id that is too long', 'r'.repeat(129), asks, 'May it?'],
    ['a run that does not exist', 'run_none', asks, 'May it?'],
    ['an allow', undefined, { ...asks, decision: 'allow' }, 'May it?'],
    ['a deny', undefined, { ...asks, decision: 'deny' }, 'May it?'],
    ['no decision', undefined, undefined, 'May it?'],
    ['no prompt', undefined, asks, ''],
    ['a blank prompt', undefined, asks, '  '],
    ['a prompt that is too long', undefined, asks, 'x'.repeat(2001)],
    ['a prompt that is not a string', undefined, asks, 7],
  ])('rejects %s', async (_case, id, decision, prompt) => {
    const { runner, runId } = await waitingRun();
    await expect(
      runner.approvals.createApprovalRequest(untyped(id ?? runId), untyped(decision), untyped(prompt)),
    ).rejects.toMatchObject({ code: 'AGENTS-E-APPROVAL-INVALID' });
  });

  it('accepts a prompt of 2000 characters and rejects a run that has ended', async () => {
    const { runner, runId, callApproval } = await waitingRun();
    await runner.approvals.createApprovalRequest(runId, asks, 'x'.repeat(2000));
    await runner.approveAndResume(runId, callApproval, { decision: 'approve' });
    await expect(runner.approvals.createApprovalRequest(runId, asks, 'May it?')).rejects.toMatchObject({
      code: 'AGENTS-E-APPROVAL-INVALID',
    });
  });
});
