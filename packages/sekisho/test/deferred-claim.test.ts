import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Agent,
  openSqliteStateStore,
  SafetyAgent,
  tool,
  type OpenStore,
  type StoreWrite,
} from '../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-claim-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A store that shows the kinds of all commits, and calls `before` with each of them. */
function watchedStore(before: (kinds: readonly StoreWrite['kind'][]) => Promise<void> = async () => {}) {
  const commits: StoreWrite['kind'][][] = [];
  const store: OpenStore = async ({ link, clock }) => {
    const opened = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
    const commit = opened.commit.bind(opened);
    opened.commit = async (writes) => {
      const kinds = writes.map(({ kind }) => kind).filter((kind) => kind !== 'owner.beat');
      await before(kinds);
      if (kinds.length > 0) commits.push(kinds.filter((kind) => kind !== 'log.append'));
      return commit(writes);
    };
    return opened;
  };
  return { store, commits };
}

/** A run of an agent that erases these things in one turn, and waits. The commits until then are not counted. */
async function waitingRun(
  things: readonly string[],
  watched: ReturnType<typeof watchedStore>,
  options: Parameters<typeof runnerWithJudge>[1] = {},
) {
  const effects = new Effects();
  const calls = things.map((what, index) => functionCall(`call_${index}`, 'erase', { what }));
  const model = scriptedModel([calls, [assistantText('Done.')]]);
  const agent = effects.clerk([], { name: 'Clerk' }).clone({ model });
  const runner = runnerWithJudge('needs_human', { store: watched.store, ...options, agents: [agent] });
  const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase.');
  const ids = interruptions.map(({ approval_id: id }) => id ?? '');
  watched.commits.length = 0;
  return { effects, model, runner, runId, ids };
}

const SECRET = new Uint8Array(32).fill(5);
const ANSWER = { decision: 'approve', by: { id: 'mika' } } as const;

it('needs three commits to approve and resume a run', async () => {
  const watched = watchedStore();
  const { effects, runner, runId, ids } = await waitingRun(['a'], watched);
  await runner.approveAndResume(runId, ids[0] ?? '', ANSWER);
  await runner.close();
  expect(watched.commits).toEqual([
    ['log.guard', 'approval.decide', 'run.claim', 'approval.use', 'effect.start'],
    ['run.guard', 'effect.end'],
    ['run.guard', 'step.put', 'run.finish'],
  ]);
  expect(effects.done).toEqual(['a']);
});

it('needs four commits to approve a run and to resume it by its token', async () => {
  const watched = watchedStore();
  const { runner, runId, ids } = await waitingRun(['a'], watched);
  const { token } = await runner.submitApproval(ids[0] ?? '', 'approve');
  await runner.resumeRun(runId, token);
  await runner.close();
  expect(watched.commits).toHaveLength(4);
  expect(watched.commits[1]).toEqual(['log.guard', 'token.use', 'run.claim', 'approval.use', 'effect.start']);
});

it('stores the claim before the model is called when no call runs', async () => {
  const watched = watchedStore();
  const { effects, model, runner, runId, ids } = await waitingRun(['a'], watched);
  let stored = 0;
  const respond = model.getResponse.bind(model);
  model.getResponse = (request) => {
    stored = watched.commits.length;
    return respond(request);
  };
  await runner.approveAndResume(runId, ids[0] ?? '', { ...ANSWER, decision: 'deny' });
  await runner.close();
  expect(stored).toBe(1);
  expect(effects.done).toEqual([]);
});

it('starts again when another call of the turn is decided between the reading of the run and its claim', async () => {
  let decideOther: (() => Promise<unknown>) | undefined;
  const watched = watchedStore(async (kinds) => {
    if (!kinds.includes('run.claim')) return;
    const decide = decideOther;
    decideOther = undefined;
    await decide?.();
  });
  const { effects, model, runner, runId, ids } = await waitingRun(['a', 'b'], watched);
  decideOther = () => runner.submitApproval(ids[1] ?? '', 'approve');
  const { interruptions } = await runner.approveAndResume(runId, ids[0] ?? '', ANSWER);
  expect(interruptions).toEqual([]);
  expect(effects.done.toSorted()).toEqual(['a', 'b']);
  expect(model.turns).toBe(2);
  expect((await runner.verifyExecutionLog()).ok).toBe(true);
  await runner.close();
});

it('neither executes nor ends a run that another process claimed first', async () => {
  const { promise: started, resolve: markStarted } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let elsewhere: Promise<unknown> | undefined;
  let resumeElsewhere: (() => Promise<unknown>) | undefined;
  const watched = watchedStore(async (kinds) => {
    if (!resumeElsewhere || !kinds.includes('run.claim')) return;
    elsewhere = resumeElsewhere();
    resumeElsewhere = undefined;
    await started;
  });
  const { effects, model, runner, runId, ids } = await waitingRun(['a'], watched, { secret: SECRET });
  const erase = tool({
    name: 'erase',
    description: 'Does erase.',
    parameters: z.object({ what: z.string() }),
    execute: async () => {
      markStarted();
      await released;
      return 'erased elsewhere';
    },
  });
  const agent = new Agent({
    name: 'Clerk',
    model: scriptedModel([[assistantText('Done.')]]),
    tools: [erase],
  });
  const path = join(directory, 'state.db');
  const other = runnerWithJudge('needs_human', {
    store: ({ link, clock }) => openSqliteStateStore({ path, link, clock }),
    secret: SECRET,
    agents: [agent],
  });
  resumeElsewhere = () => other.approveAndResume(runId, ids[0] ?? '', ANSWER);
  const refused = runner.approveAndResume(runId, ids[0] ?? '', { ...ANSWER, by: { id: 'ken' } });
  await expect(refused).rejects.toMatchObject({ code: 'AGENTS-E-APPROVAL-INVALID' });
  release();
  await elsewhere;
  expect({ done: effects.done, turns: model.turns }).toEqual({ done: [], turns: 1 });
  expect((await other.inspect().store.getRun(runId))?.status).toBe('done');
  for (const each of [runner, other]) await each.close();
});

it('stores a grant before the other calls of the turn are decided', async () => {
  const watched = watchedStore();
  const { effects, runner, runId, ids } = await waitingRun(['a', 'a'], watched);
  const grant = { scope: 'run' } as const;
  const { interruptions } = await runner.approveAndResume(runId, ids[0] ?? '', { ...ANSWER, grant });
  await runner.close();
  expect(watched.commits[0]).toEqual(['log.guard', 'approval.decide', 'grant.give', 'run.claim']);
  expect({ done: effects.done, open: interruptions.length }).toEqual({ done: ['a', 'a'], open: 0 });
});

it('stores the decision of a person soon although a judge takes long', async () => {
  const watched = watchedStore();
  let pauseMs = 0;
  const safetyAgent = new SafetyAgent(async () => {
    await sleep(pauseMs);
    return { decision: 'needs_human', risk_level: 2, reason: 'The test decided this.' };
  });
  const { runner, runId, ids } = await waitingRun(['a'], watched, { safetyAgent });
  pauseMs = 1_000;
  const resumed = runner.approveAndResume(runId, ids[0] ?? '', ANSWER);
  await expect.poll(async () => (await runner.approvals.get(ids[0] ?? '')).status).toBe('approved');
  expect((await runner.inspect().store.getRun(runId))?.status).toBe('running');
  pauseMs = 0;
  await resumed;
  await runner.close();
});
