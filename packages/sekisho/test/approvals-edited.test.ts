import { defineToolInputGuardrail } from '@openai/agents-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Agent, tool } from '../src/index.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { runnerWithJudge } from './programs/mediation-fixtures.ts';

type Behavior = { type: 'allow' } | { type: 'throwException' } | { type: 'rejectContent'; message: string };

/** Runs a call whose argument a person changes from "a" to `what`. The tool's guardrail applies `onRoot` to "root". */
async function edit(what: string, onRoot: Behavior) {
  const done: string[] = [];
  const received: string[] = [];
  const erase = tool({
    name: 'erase',
    description: 'Erases a thing.',
    parameters: z.object({ what: z.string() }),
    inputGuardrails: [
      defineToolInputGuardrail({
        name: 'not-the-root',
        run: async ({ toolCall, agent }) => {
          received.push(`${agent.name}: ${toolCall.arguments}`);
          return { behavior: toolCall.arguments.includes('root') ? onRoot : { type: 'allow' } };
        },
      }),
    ],
    execute: async (given) => {
      done.push(given.what);
      return 'erased';
    },
  });
  const model = scriptedModel([[functionCall('call_1', 'erase', { what: 'a' })]]);
  const agent = new Agent({ name: 'Clerk', model, tools: [erase] });
  const runner = runnerWithJudge('needs_human');
  const { run_id, interruptions } = await runner.run(agent, 'Please erase.');
  const result = await runner
    .approveAndResume(run_id, interruptions[0]?.approval_id ?? '', {
      decision: 'approve',
      editedArgs: { what },
    })
    .then(({ history }) => JSON.stringify(history))
    .catch((error: unknown) => `${Reflect.get(Object(error), 'code')}: ${String(error)}`);
  return { done, received, result };
}

describe("a tool's own guardrail", () => {
  it('receives the arguments that a person edited', async () => {
    const { done, received } = await edit('b', { type: 'throwException' });
    expect(received.at(-1)).toBe('Clerk: {"what":"b"}');
    expect(done).toEqual(['b']);
  });

  it('stops the run when it rejects edited arguments', async () => {
    const { done, result } = await edit('root', { type: 'throwException' });
    expect(done).toEqual([]);
    expect(result).toMatch(/^AGENTS-E-GATE-DENIED: .*not-the-root/);
  });

  it('replaces the result of the tool when it rejects with a message', async () => {
    const { done, result } = await edit('root', { type: 'rejectContent', message: 'Not the root.' });
    expect(done).toEqual([]);
    expect(result).toContain('Not the root.');
  });
});
