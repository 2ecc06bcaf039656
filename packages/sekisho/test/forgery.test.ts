import { describe, expect, it } from 'vitest';
import { Agent, createRunner, RunState, type AgentRunner } from '../src/index.ts';
import { Runner as UpstreamRunner } from '../src/openai-agents/upstream.ts';
import { judge } from '../../engine/src/testing/judge.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

const secret = Buffer.alloc(32, 7);
const call = functionCall('call_1', 'erase', { what: 'a' });

/** Starts a run that waits for approval of one call, and serializes its state. */
async function waiting(runner: AgentRunner = runnerWithJudge('needs_human', { secret })) {
  const effects = new Effects();
  const agent = effects.clerk([[call]]);
  const result = await runner.run(agent, 'Please erase a.');
  return { effects, agent, runner, result, text: result.state.toString() };
}

/** Reads a serialized state, approves every interruption as a host would, and tries to resume. */
async function approveAllAndRun(runner: AgentRunner, agent: Agent, text: string): Promise<string> {
  try {
    const state = await RunState.fromString(agent, text);
    for (const item of state.getInterruptions()) state.approve(item, { alwaysApprove: true });
    const result = await runner.run(agent, state);
    return result.interruptions.length > 0 ? 'asked' : 'done';
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    return typeof code === 'string' ? code : 'refused by upstream';
  }
}

/** Modifications by an attacker who can write to the stored state. */
const forgeries: readonly (readonly [string, (text: string) => string])[] = [
  ['had its arguments edited', (text) => text.replaceAll('\\"a\\"', '\\"b\\"')],
  ['had an approval added', (text) => edited(text, approvalAdded)],
  ['lost its seal', (text) => edited(text, ({ sekisho: _seal, ...rest }) => rest)],
  ['has an empty seal', (text) => edited(text, (state) => ({ ...state, sekisho: {} }))],
  [
    'has a seal without a known key',
    (text) => edited(text, (state) => resealed(state, { seal: 'A'.repeat(43) })),
  ],
  ['claims another run', (text) => edited(text, (state) => resealed(state, { runId: 'run_other' }))],
  ['claims another wait', (text) => edited(text, (state) => resealed(state, { segment: 7 }))],
  [
    'was downgraded to an older format',
    (text) => text.replace(/"\$schemaVersion":"1\.\d+"/, '"$schemaVersion":"1.0"'),
  ],
  ['contains the name of another tool', (text) => text.replaceAll('"erase"', '"erase_all"')],
  ['has a duplicate key at its end', (text) => text.replace(/\}$/, ',"originalInput":"Please erase b."}')],
];

describe('a saved state', () => {
  it.each(forgeries)('executes nothing when it %s', async (_name, forge) => {
    const { effects, agent, runner, text } = await waiting();
    const forged = forge(text);
    expect(forged).not.toBe(text);
    expect(await approveAllAndRun(runner, agent, forged)).not.toMatch(/^(done|asked)$/);
    expect(effects.done).toEqual([]);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('resumes an unmodified run exactly once', async () => {
    const { effects, agent, runner, text } = await waiting();
    expect(await approveAllAndRun(runner, agent, text)).toBe('done');
    expect(effects.done).toEqual(['a']);
  });

  it('cannot resume a run twice', async () => {
    const { effects, agent, runner, text } = await waiting();
    await approveAllAndRun(runner, agent, text);
    expect(await approveAllAndRun(runner, agent, text)).toBe('AGENTS-E-RESUME-TOKEN');
    expect(effects.done).toEqual(['a']);
  });

  it('of an earlier wait cannot resume after the run has waited again', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge('needs_human', { secret });
    const agent = effects.clerk([[call], [functionCall('call_2', 'erase', { what: 'b' })]]);
    const first = await runner.run(agent, 'Please erase.');
    const text = first.state.toString();
    const { token } = await runner.submitApproval(first.interruptions[0]?.approval_id ?? '', 'approve');
    const second = await runner.resumeRun(first.run_id, token);
    expect(second.interruptions).toHaveLength(1);
    expect(await approveAllAndRun(runner, agent, text)).toBe('AGENTS-E-RESUME-TOKEN');
    expect(effects.done).toEqual(['a']);
  });

  it('resumes once when a hundred copies of it are used at the same time', async () => {
    const { effects, agent, runner, text } = await waiting();
    const ends = await Promise.all(Array.from({ length: 100 }, () => approveAllAndRun(runner, agent, text)));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(effects.done).toEqual(['a']);
  });

  it('of another installation executes nothing', async () => {
    const { effects, agent, text } = await waiting();
    const other = runnerWithJudge('needs_human', { secret: Buffer.alloc(32, 8) });
    expect(await approveAllAndRun(other, agent, text)).toBe('AGENTS-E-RUN-STATE');
    expect(effects.done).toEqual([]);
  });

  it('of another store with the same key executes nothing', async () => {
    const { effects, agent, text } = await waiting();
    expect(await approveAllAndRun(runnerWithJudge('needs_human', { secret }), agent, text)).toBe(
      'AGENTS-E-RUN-NOT-FOUND',
    );
    expect(effects.done).toEqual([]);
  });

  it('of a run without a gate executes nothing', async () => {
    const effects = new Effects();
    const agent = effects.clerk([[call]], { tools: [effects.tool('erase', { needsApproval: true })] });
    const plain = await new UpstreamRunner({ tracingDisabled: true }).run(agent, 'Please erase a.');
    for (const item of plain.interruptions) plain.state.approve(item);
    await expect(runnerWithJudge('allow').run(agent, plain.state)).rejects.toMatchObject({
      code: 'AGENTS-E-RUN-STATE',
    });
    expect(effects.done).toEqual([]);
  });

  it.each(['live', 'read back'])('of a gated run is rejected by a plain runner (%s)', async (kind) => {
    const { effects, agent, result, text } = await waiting();
    const plain = new UpstreamRunner({ tracingDisabled: true });
    const readBack = await RunState.fromString(agent, text);
    for (const state of [result.state, readBack]) {
      for (const item of state.getInterruptions()) state.approve(item);
    }
    const run = kind === 'live' ? plain.run(agent, result.state) : plain.run(agent, readBack);
    await expect(run).rejects.toMatchObject({ code: 'AGENTS-E-RUN-STATE' });
    expect(effects.done).toEqual([]);
  });

  it('with an edited call of a sub-agent executes nothing', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge(({ tool_name }) => ({
      decision: tool_name === 'erase' ? 'needs_human' : 'allow',
    }));
    const agent = new Agent({
      name: 'Coordinator',
      model: scriptedModel([[functionCall('call_0', 'ask_clerk', { input: 'go' })]]),
      tools: [effects.clerk([[call]]).asTool({ toolName: 'ask_clerk', toolDescription: 'Asks the clerk.' })],
    });
    const { state } = await runner.run(agent, 'Please erase a.');
    const text = state.toString();
    const inner = /\\+"what\\+":\\+"a\\+"/g;
    expect(text.match(inner)?.length).toBeGreaterThan(0);
    const forged = text.replaceAll(inner, (found) => found.replace(':\\', ':\\').replace(/a(\\+")$/, 'b$1'));
    expect(forged).not.toBe(text);
    expect(await approveAllAndRun(runner, agent, forged)).toBe('AGENTS-E-RUN-STATE');
    expect(effects.done).toEqual([]);
  });
});

describe('an approval of the host through the methods of upstream', () => {
  it('is not enough where the gate denies', async () => {
    let verdict: 'needs_human' | 'deny' = 'needs_human';
    const { effects, agent, runner, result } = await waiting(runnerWithJudge(() => ({ decision: verdict })));
    for (const item of result.interruptions) result.state.approve(item, { alwaysApprove: true });
    verdict = 'deny';
    await expect(runner.run(agent, result.state)).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
    expect(effects.done).toEqual([]);
  });

  it('does not apply to other calls of the highest risk, even when it was sticky', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge(() => ({ decision: 'needs_human', risk_level: 5 }));
    const agent = effects.clerk([[call], [functionCall('call_2', 'erase', { what: 'b' })]]);
    const first = await runner.run(agent, 'Please erase.');
    for (const item of first.interruptions) first.state.approve(item, { alwaysApprove: true });
    const second = await runner.run(agent, first.state);
    expect(second.interruptions).toHaveLength(1);
    expect(effects.done).toEqual(['a']);
  });

  it('does not bypass the gate for the other calls that it covers', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge(({ args }) => ({
      decision: args['what'] === 'b' ? 'deny' : 'needs_human',
    }));
    const agent = effects.clerk([[call], [functionCall('call_2', 'erase', { what: 'b' })]]);
    const first = await runner.run(agent, 'Please erase.');
    for (const item of first.interruptions) first.state.approve(item, { alwaysApprove: true });
    await expect(runner.run(agent, first.state)).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
    expect(effects.done).toEqual(['a']);
  });

  it('is a denial when the host rejected the call', async () => {
    const { effects, agent, runner, result } = await waiting();
    for (const item of result.interruptions) result.state.reject(item);
    await runner.run(agent, result.state);
    expect(effects.done).toEqual([]);
    expect(await runner.getPendingApprovals()).toEqual([]);
  });

  it('is not used when arguments were changed in the live state', async () => {
    const { effects, agent, runner, result } = await waiting();
    const [item] = result.interruptions;
    if (!item) throw new Error('There is no interruption.');
    result.state.approve(item);
    for (const planned of result.state._lastProcessedResponse?.functions ?? []) {
      planned.toolCall.arguments = '{"what":"b"}';
    }
    await runner.run(agent, result.state).catch(() => {});
    expect(effects.done).toEqual([]);
  });

  it('is rejected by a runner without that run', async () => {
    const { effects, agent, result } = await waiting();
    for (const item of result.interruptions) result.state.approve(item);
    const other = createRunner({ safetyAgent: judge('needs_human'), store: 'memory' });
    await expect(other.run(agent, result.state)).rejects.toMatchObject({ code: 'AGENTS-E-RUN-NOT-FOUND' });
    expect(effects.done).toEqual([]);
  });
});

type State = Record<string, unknown>;

function edited(text: string, edit: (state: State) => State): string {
  return JSON.stringify(edit(JSON.parse(text)));
}

function resealed(state: State, change: State): State {
  return { ...state, sekisho: { ...Object(state['sekisho']), ...change } };
}

function approvalAdded(state: State): State {
  const context: object = Object(state['context']);
  return { ...state, context: { ...context, approvals: { erase: { approved: true, rejected: [] } } } };
}
