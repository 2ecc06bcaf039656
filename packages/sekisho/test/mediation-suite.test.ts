import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRunner, RunState } from '../src/index.ts';
import { Runner as UpstreamRunner, type AgentsCore } from '../src/openai-agents/upstream.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, untyped } from './programs/mediation-fixtures.ts';
import { describeMediation, MEDIATION_CASES } from './suites/describe-mediation.ts';
import { installHooksForSuite } from './suites/install-hooks-for-suite.ts';
import { expectWarnings } from '../../../test/expected-warnings.ts';

expectWarnings('AGENTS-E-GATE-EVAL');

const folder = mkdtempSync(join(tmpdir(), 'sekisho-mediation-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The cases for which a persistent store has the most work. */
const durable = [
  'a tool inside an agent as a tool',
  'an action on a computer',
  'a call of a hosted MCP server',
];
let stores = 0;
describeMediation(
  'createRunner with the embedded store',
  (options) => createRunner({ ...options, store: { directory: join(folder, `${(stores += 1)}`) } }),
  MEDIATION_CASES.filter(({ name }) => durable.includes(name)),
);

const runner = () => new UpstreamRunner({ tracingDisabled: true });

describe('a test suite of another program under the hooks', () => {
  let remove: (() => void) | undefined;
  beforeEach(() => {
    remove = installHooksForSuite();
  });
  afterEach(() => remove?.());

  const call = functionCall('call_1', 'erase', { what: 'a' });

  it('runs the same calls as without hooks', async () => {
    const effects = new Effects();
    const { finalOutput } = await runner().run(effects.clerk([[call]]), 'Erase a.');
    expect(finalOutput).toBe('done');
    expect(effects.done).toEqual(['a']);
  });

  it('is gated: a call that was never evaluated does not run', async () => {
    const effects = new Effects();
    const agent = effects.clerk([[call]]);
    agent.getAllTools = async () => untyped([effects.tool()]);
    await expect(runner().run(agent, 'Erase a.')).rejects.toThrow('never decided');
    expect(effects.done).toEqual([]);
  });

  it('works with the CommonJS copy too', async () => {
    const copy: AgentsCore = createRequire(import.meta.url)('@openai/agents-core');
    const effects = new Effects();
    const agent = new copy.Agent({ name: 'Clerk', model: scriptedModel([[call]]), tools: [effects.tool()] });
    await new copy.Runner({ tracingDisabled: true }).run(agent, 'Erase a.');
    expect(effects.done).toEqual(['a']);
    agent.getAllTools = async () => untyped([effects.tool()]);
    agent.model = scriptedModel([[call]]);
    await expect(new copy.Runner({ tracingDisabled: true }).run(agent, 'Erase a.')).rejects.toThrow(
      'never decided',
    );
    expect(effects.done).toEqual(['a']);
  });

  it.each([false, true])('does not change approvals (sticky: %s)', async (alwaysApprove) => {
    const effects = new Effects();
    const agent = effects.clerk([[call], [functionCall('call_2', 'erase', { what: 'b' })]], {
      tools: [effects.tool('erase', { needsApproval: true })],
    });
    const first = await runner().run(agent, 'Erase.');
    expect(effects.done).toEqual([]);
    const state = await RunState.fromString(agent, first.state.toString());
    for (const item of state.getInterruptions()) state.approve(item, { alwaysApprove });
    const second = await runner().run(agent, state);
    expect(effects.done).toEqual(alwaysApprove ? ['a', 'b'] : ['a']);
    expect(second.interruptions).toHaveLength(alwaysApprove ? 0 : 1);
  });

  it('does not change rejections', async () => {
    const effects = new Effects();
    const agent = effects.clerk([[call]], { tools: [effects.tool('erase', { needsApproval: true })] });
    const first = await runner().run(agent, 'Erase.');
    for (const item of first.interruptions) first.state.reject(item);
    await runner().run(agent, first.state);
    expect(effects.done).toEqual([]);
  });

  it('runs under fake timers and after them', async () => {
    const effects = new Effects();
    // So many calls take longer than runs may use one turn of the event loop.
    const calls = Array.from({ length: 20 }, (_each, index) => [
      functionCall(`call_${index}`, 'erase', { what: `${index}` }),
    ]);
    const runAll = () => runner().run(effects.clerk(calls), 'Erase.', { maxTurns: 30 });
    vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout'] });
    try {
      await runAll();
    } finally {
      vi.useRealTimers();
    }
    expect((await runAll()).finalOutput).toBe('done');
    expect(effects.done).toHaveLength(40);
  });

  it('streams', async () => {
    const effects = new Effects();
    const stream = await runner().run(effects.clerk([[call]]), 'Erase a.', { stream: true });
    await stream.completed;
    expect(stream.finalOutput).toBe('done');
    expect(effects.done).toEqual(['a']);
  });

  it('is unchanged after the suite ends', async () => {
    remove?.();
    const effects = new Effects();
    const agent = effects.clerk([[call]]);
    agent.getAllTools = async () => untyped([effects.tool()]);
    await runner().run(agent, 'Erase a.');
    expect(effects.done).toEqual(['a']);
  });
});
