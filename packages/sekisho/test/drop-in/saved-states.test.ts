import * as upstream from '@openai/agents';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Agent, createRunner, RunState, tool, type AgentRunner } from '../../src/index.ts';
import { judge } from '../../../engine/src/testing/judge.ts';
import { assistantText, functionCall, scriptedModel } from '../../src/testing/scripted-model.ts';

describe('a run state that the Agents SDK saved', () => {
  let erased: string[];
  let runner: AgentRunner;

  beforeEach(() => {
    erased = [];
    runner = createRunner({ safetyAgent: judge('needs_human'), store: 'memory' });
  });

  afterEach(() => runner.close());

  it('is rejected with its approvals, and the error states what to do', async () => {
    const agent = clerk();
    const state = await RunState.fromString(agent, await saveApproved());
    await expect(runner.run(agent, state)).rejects.toMatchObject({
      code: 'AGENTS-E-RUN-STATE',
      message: expect.stringContaining('"Saved run states" in docs/guides/migrate.md'),
    });
    expect(erased).toEqual([]);
  });

  it('passes its history to a new run, in which every call is evaluated again', async () => {
    const agent = clerk();
    const saved = await RunState.fromString(agent, await saveApproved());
    const asked = new Set(saved.getInterruptions().map(({ rawItem }) => Reflect.get(rawItem, 'callId')));
    const items = saved.history.filter((item) => !asked.has(Reflect.get(item, 'callId')));
    const { run_id, interruptions } = await runner.run(agent, items);
    expect(interruptions.map(({ tool_id }) => tool_id)).toEqual(['erase']);
    expect(erased).toEqual([]);
    const approval = interruptions[0]?.approval_id ?? '';
    const done = await runner.approveAndResume(run_id, approval, { decision: 'approve' });
    expect(done.finalOutput).toBe('Done.');
    expect(erased).toEqual(['a']);
  });

  /** Returns a waiting run of upstream with an approved interruption, serialized. */
  async function saveApproved(): Promise<string> {
    const { state, interruptions } = await upstream.run(clerk(), 'Please erase a.');
    for (const item of interruptions) state.approve(item);
    return state.toString();
  }

  function clerk(): Agent {
    const erase = tool({
      name: 'erase',
      description: 'Erases.',
      parameters: z.object({ what: z.string() }),
      needsApproval: true,
      execute: ({ what }) => String(erased.push(what)),
    });
    const steps = [[functionCall('call_1', 'erase', { what: 'a' })], [assistantText('Done.')]];
    return new Agent({ name: 'Clerk', model: scriptedModel(steps), tools: [erase] });
  }
});
