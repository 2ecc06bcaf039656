import { describe, expect, it } from 'vitest';
import { Agent, hostedMcpTool, type AgentRunner } from '../src/index.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

const call = functionCall('call_1', 'erase', { what: 'a' });

/** Starts a run that waits for approval of one call. */
async function waiting(runner: AgentRunner = runnerWithJudge('needs_human')) {
  const effects = new Effects();
  const result = await runner.run(effects.clerk([[call]]), 'Please erase a.');
  return { effects, runner, runId: result.run_id, approvalId: result.interruptions[0]?.approval_id ?? '' };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => String(Reflect.get(Object(error), 'code')),
  );

describe('a resume token', () => {
  it('continues its run once', async () => {
    const { effects, runner, runId, approvalId } = await waiting();
    const { token } = await runner.submitApproval(approvalId, 'approve');
    expect(await codeOf(runner.resumeRun(runId, token))).toBe('done');
    expect(await codeOf(runner.resumeRun(runId, token))).toBe('AGENTS-E-RESUME-TOKEN');
    expect(effects.done).toEqual(['a']);
  });

  it('continues its run once when a hundred callers use it at the same time', async () => {
    const { effects, runner, runId, approvalId } = await waiting();
    const { token } = await runner.submitApproval(approvalId, 'approve');
    const codes = await Promise.all(
      Array.from({ length: 100 }, () => codeOf(runner.resumeRun(runId, token))),
    );
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['done', 'AGENTS-E-RESUME-TOKEN']));
    expect(effects.done).toEqual(['a']);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('does not continue another run', async () => {
    const runner = runnerWithJudge('needs_human');
    const [one, two] = [await waiting(runner), await waiting(runner)];
    const { token } = await runner.submitApproval(one.approvalId, 'approve');
    expect(await codeOf(runner.resumeRun(two.runId, token))).toBe('AGENTS-E-RESUME-TOKEN');
    const swapped = token.replace(one.runId, two.runId);
    expect(await codeOf(runner.resumeRun(two.runId, swapped))).toBe('AGENTS-E-RESUME-TOKEN');
    expect([...one.effects.done, ...two.effects.done]).toEqual([]);
  });

  it('does not approve the other pending call of the same turn', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('needs_human');
    const calls = [call, functionCall('call_2', 'erase', { what: 'b' })];
    const first = await runner.run(effects.clerk([calls]), 'Please erase.');
    const { token } = await runner.submitApproval(first.interruptions[0]?.approval_id ?? '', 'approve');
    const again = await runner.resumeRun(first.run_id, token);
    expect(again.interruptions).toHaveLength(1);
    expect(effects.done).toEqual(['a']);
  });

  it('of an earlier wait does not continue the next wait', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('needs_human');
    const calls = [call, functionCall('call_2', 'erase', { what: 'b' })];
    const first = await runner.run(effects.clerk([calls]), 'Please erase.');
    const [a, b] = first.interruptions.map(({ approval_id: id }) => id);
    const stale = await runner.submitApproval(a ?? '', 'approve');
    const { token } = await runner.submitApproval(b ?? '', 'approve');
    await runner.resumeRun(first.run_id, token);
    expect(await codeOf(runner.resumeRun(first.run_id, stale.token))).toBe('AGENTS-E-RESUME-TOKEN');
    expect(effects.done.toSorted()).toEqual(['a', 'b']);
  });

  it('of the first wait is rejected when the run waits a second time', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('needs_human');
    const clerk = effects.clerk([
      [call, functionCall('call_2', 'erase', { what: 'b' })],
      [functionCall('call_3', 'erase', { what: 'c' })],
    ]);
    const first = await runner.run(clerk, 'Please erase.');
    const [a, b] = first.interruptions.map(({ approval_id: id }) => id);
    const stale = await runner.submitApproval(a ?? '', 'approve');
    const { token } = await runner.submitApproval(b ?? '', 'approve');
    const second = await runner.resumeRun(first.run_id, token);
    expect(second.interruptions).toHaveLength(1);
    expect(await codeOf(runner.resumeRun(first.run_id, stale.token))).toBe('AGENTS-E-RESUME-TOKEN');
    expect(effects.done.toSorted()).toEqual(['a', 'b']);
  });

  it('is rejected after its expiry', async () => {
    let now = Date.now();
    const late = runnerWithJudge('needs_human', { clock: () => now, resumeTokenTtlSec: 60 });
    const { effects, runner, runId, approvalId } = await waiting(late);
    const { token } = await runner.submitApproval(approvalId, 'approve');
    now += 61_000;
    expect(await codeOf(runner.resumeRun(runId, token))).toBe('AGENTS-E-RESUME-TOKEN');
    expect(effects.done).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['forged', `rt_run_x.${'A'.repeat(43)}`],
    ['malformed', 'rt_'],
    ['not a string', 7],
  ])('that is %s continues nothing', async (_name, token) => {
    const { effects, runner, runId } = await waiting();
    expect(await codeOf(runner.resumeRun(runId, untyped(token)))).toMatch(
      /^AGENTS-E-(RESUME-TOKEN|RUN-NOT-FOUND|INPUT-INVALID)$/,
    );
    expect(effects.done).toEqual([]);
  });
});

describe('getPendingApprovals()', () => {
  it('lists pending requests of one run or of all runs', async () => {
    const { runner, runId, approvalId } = await waiting();
    for (const pending of [await runner.getPendingApprovals(runId), await runner.getPendingApprovals()])
      expect(pending.map(({ approval_id: id }) => id)).toEqual([approvalId]);
  });

  it('throws AGENTS-E-APPROVAL-NOT-FOUND for a run without pending requests and for an unknown run', async () => {
    const { runner, runId, approvalId } = await waiting();
    await runner.approveAndResume(runId, approvalId, { decision: 'approve' });
    for (const id of [runId, 'run_none', ''])
      expect(await codeOf(runner.getPendingApprovals(id))).toBe('AGENTS-E-APPROVAL-NOT-FOUND');
  });

  it('returns an empty list when no run has a pending request', async () => {
    const { runner, runId, approvalId } = await waiting();
    await runner.approveAndResume(runId, approvalId, { decision: 'deny' });
    expect(await runner.getPendingApprovals()).toEqual([]);
  });
});

describe('approveAndResume()', () => {
  it.each([[undefined], [{}], [{ decision: undefined }], [{ decision: true }], [{ comment: 'fine' }]])(
    'requires a decision: %j',
    async (options) => {
      const { effects, runner, runId, approvalId } = await waiting();
      expect(await codeOf(runner.approveAndResume(runId, approvalId, untyped(options)))).toBe(
        'AGENTS-E-APPROVAL-INVALID',
      );
      expect(effects.done).toEqual([]);
      expect(await runner.getPendingApprovals(runId)).toHaveLength(1);
    },
  );
});

describe('an approval request', () => {
  it('cannot be decided after its expiry, and an expired request is not denied', async () => {
    let now = Date.now();
    const late = runnerWithJudge('needs_human', { clock: () => now, approvalTtlSec: 60 });
    const { effects, runner, runId, approvalId } = await waiting(late);
    now += 61_000;
    expect(await codeOf(runner.submitApproval(approvalId, 'approve'))).toBe('AGENTS-E-APPROVAL-INVALID');
    const [expired] = await runner.expireApprovals();
    const result = await runner.resumeRun(runId, expired?.token ?? '');
    expect(effects.done).toEqual([]);
    expect(JSON.stringify(result.history)).toContain('expired');
    expect(JSON.stringify(result.history)).not.toContain('declined');
  });

  it('is extended by a person, which the log records, and not after its decision', async () => {
    let now = Date.parse('2026-11-01T00:00:00Z');
    const runner = runnerWithJudge('needs_human', { clock: () => now, approvalTtlSec: 60 });
    const { effects, runId, approvalId } = await waiting(runner);
    now += 59_000;
    const by = { id: 'mika' };
    expect(await runner.extendApproval(approvalId, { by })).toMatchObject({
      expires_at: '2026-11-01T00:01:59.000Z',
    });
    expect(await codeOf(runner.extendApproval(approvalId, { ttlSec: 5 }))).toBe('AGENTS-E-APPROVAL-INVALID');
    now += 30_000;
    expect(await runner.getPendingApprovals(runId)).toHaveLength(1);
    expect(await runner.expireApprovals()).toEqual([]);
    await runner.extendApproval(approvalId, { ttlSec: 120, by });
    now += 100_000;
    await runner.approveAndResume(runId, approvalId, { decision: 'approve', by });
    expect(effects.done).toEqual(['a']);
    const records = await runner.getExecutionLogs({ event: 'approval.extended' });
    expect(records.map(({ data }) => [data['by'], data['expires_at']])).toEqual([
      ['mika', '2026-11-01T00:01:59.000Z'],
      ['mika', '2026-11-01T00:03:29.000Z'],
    ]);
    expect(await codeOf(runner.extendApproval(approvalId))).toBe('AGENTS-E-APPROVAL-INVALID');
    expect(await codeOf(runner.extendApproval('ap_unknown'))).toBe('AGENTS-E-APPROVAL-NOT-FOUND');
    for (const ttlSec of [0, -1, 1.5, Number.NaN, 2_592_001])
      expect(await codeOf(runner.extendApproval(approvalId, { ttlSec }))).toBe('AGENTS-E-APPROVAL-INVALID');
  });

  it('cannot be extended after its expiry', async () => {
    let now = Date.parse('2026-11-01T00:00:00Z');
    const runner = runnerWithJudge('needs_human', { clock: () => now, approvalTtlSec: 60 });
    const { approvalId } = await waiting(runner);
    now += 60_000;
    expect(await codeOf(runner.extendApproval(approvalId))).toBe('AGENTS-E-APPROVAL-INVALID');
  });

  it('is decided once', async () => {
    const { effects, runner, runId, approvalId } = await waiting();
    const { token } = await runner.submitApproval(approvalId, 'deny', { comment: 'Keep it.' });
    expect(await codeOf(runner.submitApproval(approvalId, 'approve'))).toBe('AGENTS-E-APPROVAL-INVALID');
    const result = await runner.resumeRun(runId, token);
    expect(effects.done).toEqual([]);
    expect(JSON.stringify(result.history)).toContain('Keep it.');
  });

  it('is decided once when a hundred people decide at the same time', async () => {
    const { runner, approvalId } = await waiting();
    const codes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        codeOf(runner.submitApproval(approvalId, index % 2 ? 'approve' : 'deny')),
      ),
    );
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  });

  it.each([undefined, null, 'yes', 'APPROVE', true, {}])('rejects the decision %s', async (decision) => {
    const { effects, runner, runId, approvalId } = await waiting();
    const options = { decision: untyped<'approve'>(decision) };
    expect(await codeOf(runner.approveAndResume(runId, approvalId, options))).toBe(
      'AGENTS-E-APPROVAL-INVALID',
    );
    expect(effects.done).toEqual([]);
  });

  it('of another run cannot be decided through this run', async () => {
    const runner = runnerWithJudge('needs_human');
    const [one, two] = [await waiting(runner), await waiting(runner)];
    expect(await codeOf(runner.approveAndResume(one.runId, two.approvalId, { decision: 'approve' }))).toBe(
      'AGENTS-E-APPROVAL-INVALID',
    );
    expect([...one.effects.done, ...two.effects.done]).toEqual([]);
  });

  it.each([undefined, null, 7, '', 'ap_nobody', 'x'.repeat(10_000)])(
    'that does not exist (%s) is not found',
    async (id) => {
      const { runner } = await waiting();
      expect(await codeOf(runner.submitApproval(untyped(id), 'approve'))).toBe('AGENTS-E-APPROVAL-NOT-FOUND');
    },
  );

  it('that was denied stays denied when the gate would allow the call now', async () => {
    let verdict: 'needs_human' | 'allow' = 'needs_human';
    const { effects, runner, runId, approvalId } = await waiting(
      runnerWithJudge(() => ({ decision: verdict })),
    );
    const { token } = await runner.submitApproval(approvalId, 'deny');
    verdict = 'allow';
    const result = await runner.resumeRun(runId, token);
    expect(effects.done).toEqual([]);
    expect(result.tool_calls.filter(({ status }) => status === 'done')).toEqual([]);
    const logs = await runner.getExecutionLogs({ runId });
    expect(logs.map(({ event }) => event)).not.toContain('tool.start');
  });

  it('that was approved does not run when the gate denies the call now', async () => {
    let verdict: 'needs_human' | 'deny' = 'needs_human';
    const { effects, runner, runId, approvalId } = await waiting(
      runnerWithJudge(() => ({ decision: verdict })),
    );
    const { token } = await runner.submitApproval(approvalId, 'approve');
    verdict = 'deny';
    expect(await codeOf(runner.resumeRun(runId, token))).toBe('AGENTS-E-GATE-DENIED');
    expect(effects.done).toEqual([]);
  });

  it('is created again when the tool changed between the approval and the resume', async () => {
    const { effects, runner, approvalId } = await waiting();
    const { token } = await runner.submitApproval(approvalId, 'approve');
    const other = effects.tool();
    const changed = effects.clerk([], {
      tools: [Object.assign(other, { description: 'Does erase, and tells everybody.' })],
    });
    const again = await runner.run(changed, '', { extensions: { resume: { token } } });
    expect(again.interruptions).toHaveLength(1);
    expect(effects.done).toEqual([]);
  });

  it('of the gate is not decided by the approver of a hosted server', async () => {
    const runner = runnerWithJudge('needs_human');
    const agent = new Agent({
      name: 'Clerk',
      model: scriptedModel([
        [
          {
            type: 'hosted_tool_call',
            id: 'mcpr_1',
            name: 'erase',
            arguments: '{}',
            status: 'in_progress',
            providerData: {
              type: 'mcp_approval_request',
              id: 'mcpr_1',
              server_label: 'files',
              name: 'erase',
              arguments: '{}',
            },
          },
        ],
      ]),
      tools: [
        hostedMcpTool({
          serverLabel: 'files',
          serverUrl: 'https://mcp.example.com',
          requireApproval: 'always',
        }),
      ],
    });
    const { interruptions } = await runner.run(agent, 'Please erase a.');
    expect(interruptions).toHaveLength(1);
    const [asked] = interruptions;
    expect(
      await codeOf(runner.submitApproval(asked?.approval_id ?? '', 'approve', { editedArgs: { what: 'b' } })),
    ).toBe('AGENTS-E-APPROVAL-INVALID');
  });
});

/** A run that waits for approval of a call that may be edited, but not to erase the root. */
const editable = () =>
  waiting(runnerWithJudge(({ args }) => ({ decision: args['what'] === 'root' ? 'deny' : 'needs_human' })));

describe('edited arguments', () => {
  it('replace the arguments of the model', async () => {
    const { effects, runner, runId, approvalId } = await editable();
    const result = await runner.approveAndResume(runId, approvalId, {
      decision: 'approve',
      editedArgs: { what: 'b' },
    });
    expect(result.interruptions).toEqual([]);
    expect(effects.done).toEqual(['b']);
  });

  it('pass the gate again, which may deny them', async () => {
    const { effects, runner, runId, approvalId } = await editable();
    const resumed = runner.approveAndResume(runId, approvalId, {
      decision: 'approve',
      editedArgs: { what: 'root' },
    });
    expect(await codeOf(resumed)).toBe('AGENTS-E-GATE-DENIED');
    expect(effects.done).toEqual([]);
    const logs = await runner.getExecutionLogs({ runId });
    expect(
      logs.filter(({ event, decision }) => event === 'gate.decision' && decision === 'deny'),
    ).toHaveLength(1);
  });

  it('that do not match the schema of the tool do not run', async () => {
    const { effects, runner, runId, approvalId } = await editable();
    await runner
      .approveAndResume(runId, approvalId, { decision: 'approve', editedArgs: { what: { deep: true } } })
      .catch(() => {});
    expect(effects.done).toEqual([]);
  });

  it('that are too large do not run', async () => {
    const { effects, runner, runId, approvalId } = await editable();
    const resumed = runner.approveAndResume(runId, approvalId, {
      decision: 'approve',
      editedArgs: { what: 'x'.repeat(2_000_000) },
    });
    expect(await codeOf(resumed)).toBe('AGENTS-E-APPROVAL-INVALID');
    expect(effects.done).toEqual([]);
  });

  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  it.each([
    ['a string', 'b'],
    ['a list', ['b']],
    ['null', null],
    ['circular', circular],
    ['not representable in JSON', { what: 1n }],
    ['undefined as JSON', { what: 'b', toJSON: () => undefined }],
    ['a list as JSON', { what: 'b', toJSON: () => ['b'] }],
  ])('that are %s are rejected', async (_name, editedArgs) => {
    const { effects, runner, approvalId } = await editable();
    expect(
      await codeOf(runner.submitApproval(approvalId, 'approve', { editedArgs: untyped(editedArgs) })),
    ).toBe('AGENTS-E-APPROVAL-INVALID');
    expect(effects.done).toEqual([]);
  });

  it('are rejected with a denial', async () => {
    const { runner, approvalId } = await editable();
    expect(await codeOf(runner.submitApproval(approvalId, 'deny', { editedArgs: { what: 'b' } }))).toBe(
      'AGENTS-E-APPROVAL-INVALID',
    );
  });
});
