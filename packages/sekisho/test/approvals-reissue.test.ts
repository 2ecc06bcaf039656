import { describe, expect, it } from 'vitest';
import { Agent, createRunner, SafetyAgent, tool } from '../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';

const asks = new SafetyAgent(() => ({ decision: 'needs_human', risk_level: 2, reason: 'a test asks' }));

async function waiting() {
  let now = Date.now();
  let ran = 0;
  const remove = tool({
    name: 'delete_file',
    description: 'Deletes a file.',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
    execute: async () => {
      ran += 1;
      return 'deleted';
    },
  });
  const model = scriptedModel([[functionCall('c1', 'delete_file', {})], [assistantText('done')]]);
  const runner = createRunner({
    safetyAgent: asks,
    store: 'memory',
    clock: () => now,
    resumeTokenTtlSec: 60,
  });
  const { run_id, interruptions } = await runner.run(
    new Agent({ name: 'a', model, tools: [remove] }),
    'delete it',
  );
  const approvalId = interruptions[0]?.approval_id ?? '';
  return { runner, run_id, approvalId, ran: () => ran, pass: (ms: number) => void (now += ms) };
}

describe('a lost token', () => {
  it('can be issued again, and the run continues once', async () => {
    const { runner, run_id, approvalId, ran, pass } = await waiting();
    const lost = await runner.submitApproval(approvalId, 'approve', { by: { id: 'mika' } });
    pass(61_000);
    await expect(runner.resumeRun(run_id, lost.token)).rejects.toMatchObject({
      code: 'AGENTS-E-RESUME-TOKEN',
    });
    const { token } = await runner.reissueToken(approvalId, { id: 'mika' });
    expect((await runner.resumeRun(run_id, token)).output_text).toBe('done');
    await expect(runner.resumeRun(run_id, token)).rejects.toMatchObject({ code: 'AGENTS-E-RESUME-TOKEN' });
    expect(ran()).toBe(1);
    expect((await runner.getExecutionLogs()).map(({ event }) => event)).toContain('approval.reissued');
  });

  it('does not allow two valid tokens to run the call twice', async () => {
    const { runner, run_id, approvalId, ran } = await waiting();
    const first = await runner.submitApproval(approvalId, 'approve');
    const second = await runner.reissueToken(approvalId);
    const tries = await Promise.allSettled(
      [first, second].map(({ token }) => runner.resumeRun(run_id, token)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(ran()).toBe(1);
  });

  it('is not issued for an undecided request or for a call that has run', async () => {
    const { runner, run_id, approvalId } = await waiting();
    await expect(runner.reissueToken(approvalId)).rejects.toMatchObject({
      code: 'AGENTS-E-APPROVAL-INVALID',
    });
    await runner.approveAndResume(run_id, approvalId, { decision: 'approve' });
    await expect(runner.reissueToken(approvalId)).rejects.toMatchObject({
      code: 'AGENTS-E-APPROVAL-INVALID',
    });
  });
});
