import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { Agent, openSqliteStateStore, tool, type OpenStore, type StoreWrite } from '../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-below-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A store that reports once that a commit failed, although it may have succeeded. */
const failsOnce =
  (what: StoreWrite['kind'], isCommitted = false): OpenStore =>
  async ({ link, clock }) => {
    const store = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
    const commit = store.commit.bind(store);
    let hasFailed = false;
    store.commit = async (writes) => {
      if (hasFailed || !writes.some(({ kind }) => kind === what)) return commit(writes);
      hasFailed = true;
      if (isCommitted) await commit(writes);
      throw new Error('The connection was lost.');
    };
    return store;
  };

it('stops the run before the next model call when the result of a call beside a sub-agent was not stored', async () => {
  const paid: string[] = [];
  const pay = tool({
    name: 'pay',
    description: 'Pays.',
    parameters: z.object({}),
    execute: async () => {
      paid.push('paid');
      return 'paid';
    },
  });
  const helper = new Agent({ name: 'Helper', model: scriptedModel([[assistantText('helped')]]) });
  const model = scriptedModel([
    [functionCall('call_1', 'pay', {}), functionCall('call_2', 'help', { input: 'x' })],
    [assistantText('All is well.')],
  ]);
  const help = helper.asTool({ toolName: 'help', toolDescription: 'Helps.' });
  const runner = runnerWithJudge('allow', { store: failsOnce('effect.end') });
  const running = runner.run(new Agent({ name: 'Clerk', model, tools: [pay, help] }), 'Pay, with help.');
  await expect(running).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
  expect({ paid, turns: model.turns }).toEqual({ paid: ['paid'], turns: 1 });
  // A person has to resolve the outcome of the payment.
  const [run] = (await runner.inspect().store.listRuns({ limit: 1 })).rows;
  expect(run?.status).toBe('running');
  await runner.close();
});

it.each([true, false])('ends a run that may not have been stored (stream: %s)', async (stream) => {
  const model = scriptedModel([[assistantText('Hello.')]]);
  const runner = runnerWithJudge('allow', { store: failsOnce('run.open', true) });
  const agent = new Agent({ name: 'Host', model });
  const running = stream ? runner.run(agent, 'Hello.', { stream: true }) : runner.run(agent, 'Hello.');
  await expect(running).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
  const { rows } = await runner.inspect().store.listRuns({ limit: 10 });
  expect(rows.map(({ status }) => status)).toEqual([stream ? 'failed' : 'done']);
  await runner.close();
});

it('repeats a resume that was not stored', async () => {
  const { runner, effects, runId, token } = await failedResume(false);
  await runner.resumeRun(runId, token);
  expect(effects.done).toEqual(['a']);
  await runner.close();
});

it('asks for the outcome of the call when its resume, with the intent of the call, may have been stored', async () => {
  const { runner, effects, runId } = await failedResume(true);
  const [left] = await runner.segments.next(5);
  const outcome = await runner.segments.resumeSegment(runId, left?.epoch);
  if (outcome.kind !== 'asked') throw new Error(`The run is ${outcome.kind}.`);
  expect(effects.done).toEqual([]);
  const { token } = await runner.resolveOutcome(outcome.approvals[0]?.approval_id ?? '', 'retry');
  await runner.resumeRun(runId, token);
  expect(effects.done).toEqual(['a']);
  await runner.close();
});

/** Resumes an approved run on a store that fails once. */
async function failedResume(isCommitted: boolean) {
  const effects = new Effects();
  const agent = effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })], [assistantText('Done.')]]);
  const store = failsOnce('run.claim', isCommitted);
  const runner = runnerWithJudge('needs_human', { store, agents: [agent] });
  const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase.');
  const { token } = await runner.submitApproval(interruptions[0]?.approval_id ?? '', 'approve');
  await expect(runner.resumeRun(runId, token)).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
  expect(effects.done).toEqual([]);
  return { runner, effects, runId, token };
}
