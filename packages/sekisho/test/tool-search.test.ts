import { describe, expect, it } from 'vitest';
import { Agent, toolSearchTool } from '../src/index.ts';
import { functionCall, scriptedModel, type ScriptedItem } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

const search = untyped<ScriptedItem>({
  type: 'tool_search_call',
  call_id: 'search_1',
  execution: 'client',
  status: 'completed',
  arguments: { query: 'erase' },
});
const call = functionCall('call_1', 'erase', { what: 'a' });

/** An agent that finds its tool by a search, and calls it in the same response or in the next one. */
function searching(steps: readonly ScriptedItem[][], effects: Effects) {
  return new Agent({
    name: 'Clerk',
    model: scriptedModel(steps),
    tools: [
      toolSearchTool({
        execution: 'client',
        description: 'Finds tools.',
        parameters: {
          type: 'object',
          properties: { query: { type: 'string' } },
          required: ['query'],
          additionalProperties: false,
        },
        execute: async () => [effects.tool()],
      }),
    ],
  });
}

describe('a tool that a search adds', () => {
  it.each([
    ['in the same response', [[search, call]]],
    ['in the next response', [[search], [call]]],
  ])('is evaluated and runs when it is called %s', async (_case, steps) => {
    const effects = new Effects();
    const judged: string[] = [];
    const runner = runnerWithJudge(({ tool_name }) => {
      judged.push(tool_name);
      return { decision: 'allow' };
    });
    await runner.run(searching(steps, effects), 'Please erase a.');
    expect(effects.done).toEqual(['a']);
    expect(judged).toContain('erase');
    const report = await runner.verifyExecutionLog();
    expect(report.permissions).toMatchObject({ checked: 1, faults: 0 });
  });

  it('does not run when the gate denies its call in the same response', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge(({ tool_name }) => ({
      decision: tool_name === 'erase' ? 'deny' : 'allow',
    }));
    await expect(runner.run(searching([[search, call]], effects), 'Please erase a.')).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
    });
    expect(effects.done).toEqual([]);
  });

  it('stops the whole response when the gate denies its call, also for calls of other tools', async () => {
    const effects = new Effects();
    const other = effects.tool('note');
    const runner = runnerWithJudge(({ tool_name }) => ({
      decision: tool_name === 'erase' ? 'deny' : 'allow',
    }));
    const agent = searching([[functionCall('call_2', 'note', { what: 'b' }), search, call]], effects);
    agent.tools.push(other);
    await expect(runner.run(agent, 'Please erase a.')).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
    });
    expect(effects.done).toEqual([]);
  });

  it('waits for approval when the gate requires it in the same response', async () => {
    const effects = new Effects();
    const runner = runnerWithJudge(({ tool_name }) => ({
      decision: tool_name === 'erase' ? 'needs_human' : 'allow',
    }));
    const { interruptions } = await runner.run(searching([[search, call]], effects), 'Please erase a.');
    expect(interruptions).toHaveLength(1);
    expect(effects.done).toEqual([]);
  });
});
