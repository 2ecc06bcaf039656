import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Agent, createRunner, tool, type AgentRunner, type RunEvent } from '../src/index.ts';
import { judge } from '../../engine/src/testing/judge.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';

describe('the events of a run', () => {
  let erased: string[];
  let directory: string;
  let runner: AgentRunner;
  let agent: Agent;

  beforeEach(() => {
    erased = [];
    directory = mkdtempSync(join(tmpdir(), 'sekisho-stream-'));
    agent = clerk();
    runner = openRunner();
  });

  afterEach(async () => {
    await runner.close();
    rmSync(directory, { recursive: true });
  });

  it('all contain the id of the run, also the approval request at its end', async () => {
    const events = await collect(runner.runStream(agent, 'Go.'));
    expect(events.map(({ type }) => type)).toEqual(['tool_call', 'interruption']);
    const [pending] = await runner.getPendingApprovals();
    expect(new Set(events.map(({ run_id }) => run_id))).toEqual(new Set([pending?.run_id]));
    expect(events.at(-1)).toMatchObject({ approval_id: pending?.approval_id, tool_name: pending?.tool_id });
    expect(erased).toEqual([]);
  });

  it('continue when the run resumes as a stream, also in another process', async () => {
    const { run_id, token } = await approve(await collect(runner.runStream(agent, 'Go.')));
    await runner.close();
    agent = clerk(1);
    runner = openRunner();
    const events = await collect(runner.resumeStream(run_id, token));
    expect(events.map(({ type }) => type)).toEqual(['tool_result', 'text', 'final']);
    expect(events.every((event) => event.run_id === run_id)).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: 'final', final_output: 'Done.' });
    expect(erased).toEqual(['a']);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('end with an error when the same token is used again', async () => {
    const { run_id, token } = await approve(await collect(runner.runStream(agent, 'Go.')));
    await collect(runner.resumeStream(run_id, token));
    await expect(collect(runner.resumeStream(run_id, token))).rejects.toMatchObject({
      code: 'AGENTS-E-RESUME-TOKEN',
    });
    expect(erased).toEqual(['a']);
  });

  it('contain a new approval request in a resumed stream when the next call requires it', async () => {
    await runner.close();
    agent = clerk(0, [
      [functionCall('call_1', 'erase', { what: 'a' })],
      [functionCall('call_2', 'erase', { what: 'b' })],
    ]);
    runner = openRunner();
    const { run_id, token } = await approve(await collect(runner.runStream(agent, 'Go.')));
    const events = await collect(runner.resumeStream(run_id, token));
    expect(events.at(-1)).toMatchObject({ type: 'interruption', run_id });
    expect(erased).toEqual(['a']);
  });

  function openRunner(): AgentRunner {
    return createRunner({ safetyAgent: judge('needs_human'), store: { directory }, agents: [agent] });
  }

  function clerk(
    done = 0,
    steps = [[functionCall('call_1', 'erase', { what: 'a' })], [assistantText('Done.')]],
  ): Agent {
    const erase = tool({
      name: 'erase',
      description: 'Erases.',
      parameters: z.object({ what: z.string() }),
      execute: ({ what }) => String(erased.push(what)),
    });
    return new Agent({ name: 'Clerk', model: scriptedModel(steps.slice(done)), tools: [erase] });
  }

  async function approve(events: readonly RunEvent[]) {
    const request = events.at(-1);
    if (request?.type !== 'interruption') throw new Error('The run has no interruption.');
    return runner.submitApproval(request.approval_id, 'approve', { by: { id: 'mika' } });
  }
});

async function collect(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  return Array.fromAsync(events);
}
