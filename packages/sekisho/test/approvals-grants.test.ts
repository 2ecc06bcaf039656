import { describe, expect, it } from 'vitest';
import type { AgentRunnerOptions, GateDecision, GrantRequest, ToolCallRequest } from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped, type ClerkOptions } from './programs/mediation-fixtures.ts';

const erase = (id: number, what: string) => functionCall(`call_${id}`, 'erase', { what });

/** Decides the first approval request of a run with a grant and resumes it. Returns the executed calls and the next requests. */
async function grantAndResume(
  later: readonly string[],
  grant: GrantRequest,
  options: {
    readonly judged?: (request: ToolCallRequest) => Partial<GateDecision>;
    readonly runner?: Partial<AgentRunnerOptions>;
    readonly before?: () => void;
    readonly clerk?: (effects: Effects) => ClerkOptions;
  } = {},
) {
  const effects = new Effects();
  const runner = runnerWithJudge(options.judged ?? (() => ({})), options.runner);
  const steps = [[erase(0, 'a')], ...later.map((what, index) => [erase(index + 1, what)])];
  const first = await runner.run(effects.clerk(steps), 'Please erase.');
  const { token } = await runner.submitApproval(first.interruptions[0]?.approval_id ?? '', 'approve', {
    grant,
  });
  options.before?.();
  const agent = effects.clerk(steps.slice(1), options.clerk?.(effects));
  const result = await runner.run(agent, '', { extensions: { resume: { token } } });
  return { effects, runner, asked: result.interruptions.length };
}

describe('a grant', () => {
  it('for the run covers later calls of the tool with the same values, and no others', async () => {
    const { effects, asked } = await grantAndResume(['a', 'a', 'b'], { scope: 'run' });
    expect(effects.done).toEqual(['a', 'a', 'a']);
    expect(asked).toBe(1);
  });

  it('lets a call start in its place among the calls of its turn', async () => {
    const effects = new Effects();
    const judged = ({ tool_name: name }: ToolCallRequest): Partial<GateDecision> => ({
      decision: name === 'erase' ? 'needs_human' : 'allow',
    });
    const runner = runnerWithJudge(judged);
    const turn = [erase(1, 'a'), functionCall('call_2', 'keep', { what: 'b' })];
    const tools = [effects.tool(), effects.tool('keep')];
    const { run_id: runId, interruptions } = await runner.run(
      effects.clerk([[erase(0, 'a')], turn], { tools }),
      'Please erase.',
    );
    const id = interruptions[0]?.approval_id ?? '';
    await runner.approveAndResume(runId, id, { decision: 'approve', grant: { scope: 'run' } });
    const starts = await runner.getExecutionLogs({ runId, event: 'tool.start' });
    expect(starts.map(({ data }) => [data['tool'], data['permission']])).toEqual([
      ['erase', 'approval'],
      ['erase', 'grant'],
      ['keep', 'gate'],
    ]);
  });

  it('for a destination covers that destination alone', async () => {
    const { effects, asked } = await grantAndResume(
      ['a', 'b'],
      { scope: 'tool_and_destination' },
      { judged: ({ args }) => ({ destination: String(args['what']) }) },
    );
    expect(effects.done).toEqual(['a', 'a']);
    expect(asked).toBe(1);
  });

  it('does not cover what the gate denies', async () => {
    const denied = grantAndResume(
      ['a'],
      { scope: 'run' },
      { judged: ({ call_id }) => ({ decision: call_id === 'call_1' ? 'deny' : 'needs_human' }) },
    );
    await expect(denied).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
  });

  it.each([
    ['of the highest risk', { risk_level: 5 }],
    ['that spends', { effect: 'spend' }],
    ['that executes', { effect: 'execute' }],
    ['that changes rights', { effect: 'admin' }],
  ] as const)('does not cover a later call %s', async (_name, grave) => {
    const { effects, asked } = await grantAndResume(
      ['a'],
      { scope: 'run' },
      { judged: ({ call_id }) => (call_id === 'call_1' ? grave : {}) },
    );
    expect(effects.done).toEqual(['a']);
    expect(asked).toBe(1);
  });

  it.each(['run', 'tool_and_destination'] as const)(
    'of the scope %s is rejected with edited arguments',
    async (scope) => {
      const effects = new Effects();
      const runner = runnerWithJudge(({ args }) => ({ destination: String(args['what']) }));
      const { interruptions } = await runner.run(effects.clerk([[erase(0, 'evil')]]), 'Please erase.');
      const approved = runner.submitApproval(interruptions[0]?.approval_id ?? '', 'approve', {
        editedArgs: { what: 'good' },
        grant: { scope },
      });
      await expect(approved).rejects.toMatchObject({
        code: 'AGENTS-E-APPROVAL-INVALID',
        message: expect.stringContaining('covers the values that were displayed'),
      });
      expect(await runner.getPendingApprovals()).toHaveLength(1);
    },
  );

  it('expires when its uses are spent, and a person is asked again', async () => {
    const { effects, asked } = await grantAndResume(['a', 'a'], { scope: 'run', maxUses: 1 });
    expect(effects.done).toEqual(['a', 'a']);
    expect(asked).toBe(1);
  });

  it('expires after its time limit', async () => {
    let now = Date.now();
    const { effects, asked } = await grantAndResume(
      ['a'],
      { scope: 'run', ttlSec: 60 },
      { runner: { clock: () => now }, before: () => (now += 61_000) },
    );
    expect(effects.done).toEqual(['a']);
    expect(asked).toBe(1);
  });

  it('ends when the tool changes', async () => {
    const { effects, runner } = await (async () => {
      const done = new Effects();
      const agent = done.clerk([[erase(0, 'a')], [erase(1, 'a')], [erase(2, 'a')]]);
      const made = runnerWithJudge('needs_human');
      const first = await made.run(agent, 'Please erase.');
      const { token } = await made.submitApproval(first.interruptions[0]?.approval_id ?? '', 'approve', {
        grant: { scope: 'run' },
      });
      agent.tools = [done.tool(), done.tool('other')];
      const changed = Object.assign(done.tool(), { description: 'Does erase for another user.' });
      agent.on('agent_tool_end', () => {
        agent.tools = [changed];
      });
      await made.resumeRun(first.run_id, token);
      return { effects: done, runner: made };
    })();
    expect(effects.done).toEqual(['a']);
    expect(await runner.getPendingApprovals()).toHaveLength(1);
  });

  it('does not apply to another tool', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('needs_human');
    const agent = effects.clerk([[erase(0, 'a')], [functionCall('call_1', 'burn', { what: 'a' })]], {
      tools: [effects.tool(), effects.tool('burn')],
    });
    const first = await runner.run(agent, 'Please erase.');
    const { token } = await runner.submitApproval(first.interruptions[0]?.approval_id ?? '', 'approve', {
      grant: { scope: 'run' },
    });
    const second = await runner.resumeRun(first.run_id, token);
    expect(effects.done).toEqual(['a']);
    expect(second.interruptions).toHaveLength(1);
  });

  it('does not apply to another run', async () => {
    const { runner } = await grantAndResume([], { scope: 'run' });
    const effects = new Effects();
    const other = await runner.run(effects.clerk([[erase(0, 'a')]]), 'Please erase.');
    expect(other.interruptions).toHaveLength(1);
    expect(effects.done).toEqual([]);
  });

  it.each([
    ['of the highest risk', { scope: 'run' }, { risk_level: 5 }],
    ['without a destination', { scope: 'tool_and_destination' }, {}],
    ['of an unknown scope', { scope: 'everything' }, {}],
    ['with a time limit of zero', { scope: 'run', ttlSec: 0 }, {}],
    ['with an infinite time limit', { scope: 'run', ttlSec: Infinity }, {}],
    ['with a time limit that is not a number', { scope: 'run', ttlSec: Number.NaN }, {}],
    ['without uses', { scope: 'run', maxUses: 0 }, {}],
    ['with a fractional number of uses', { scope: 'run', maxUses: 1.5 }, {}],
  ] as const)('%s is rejected', async (_name, grant, judged) => {
    await expect(grantAndResume(['b'], untyped(grant), { judged: () => judged })).rejects.toMatchObject({
      code: 'AGENTS-E-APPROVAL-INVALID',
    });
  });
});
