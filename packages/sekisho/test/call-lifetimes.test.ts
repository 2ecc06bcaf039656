import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  Agent,
  defineToolInputGuardrail,
  openSqliteStateStore,
  tool,
  ToolGuardrailFunctionOutputFactory,
  type AgentRunner,
  type OpenStore,
} from '../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { runnerWithJudge } from './programs/mediation-fixtures.ts';

const SECRET = new Uint8Array(32).fill(7);
let directory: string;
let runner: AgentRunner;
let release: PromiseWithResolvers<void>;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-outlive-'));
  runner = runnerWithJudge('allow', { store: { directory } });
  release = Promise.withResolvers();
});
afterEach(async () => {
  release.resolve();
  await runner.close();
  rmSync(directory, { recursive: true });
});

const parts = { description: 'Does something.', parameters: z.object({}) };
const quick = tool({ ...parts, name: 'quick', execute: async () => 'done' });
const ask = tool({ ...parts, name: 'ask', needsApproval: true, execute: async () => 'asked' });
const slow = (limit: object = {}) =>
  tool({
    ...parts,
    ...limit,
    name: 'slow',
    execute: async () => {
      await release.promise;
      return 'done at last';
    },
  });

const closed = () => {
  const guardrail = defineToolInputGuardrail({
    name: 'closed',
    run: async () => ToolGuardrailFunctionOutputFactory.rejectContent('Closed today.'),
  });
  return tool({ ...parts, name: 'quick', inputGuardrails: [guardrail], execute: async () => 'done' });
};

const calls = (...names: string[]) => names.map((name) => functionCall(`call_${name}`, name, {}));
const clerk = (tools: Agent['tools'], ...turns: Parameters<typeof scriptedModel>[0]) =>
  new Agent({ name: 'Clerk', model: scriptedModel([...turns, [assistantText('That is all.')]]), tools });

async function newestRun() {
  const { store } = runner.inspect();
  const run = (await store.listRuns({ limit: 1 })).rows[0];
  const runId = run?.run_id ?? '';
  const effects = await store.getEffects(runId);
  return {
    status: run?.status,
    effects: Object.fromEntries(effects.map(({ tool_id: id, status }) => [id, status])),
    logs: await runner.getExecutionLogs({ runId }),
  };
}

const eventsOf = ({ logs }: Awaited<ReturnType<typeof newestRun>>) =>
  logs.map(({ event, decision }) => `${event} ${decision}`.trim());

it.each([
  ['quick', 'slow'],
  ['slow', 'quick'],
])('stores the result of a call while the call beside it is still running (%s, %s)', async (...names) => {
  const running = runner.run(clerk([quick, slow()], calls(...names)), 'Do both.');
  await vi.waitFor(async () => {
    expect((await newestRun()).effects).toEqual({ quick: 'done', slow: 'started' });
  }, 10_000);
  release.resolve();
  await running;
  expect((await newestRun()).effects).toEqual({ quick: 'done', slow: 'done' });
});

describe('a call that continues after its own time limit', () => {
  it.each([
    ['error_as_result', 'run.finished'],
    ['raise_exception', 'run.failed'],
  ])('is listed at the end of the run, and recorded when it ends (%s)', async (timeoutBehavior, event) => {
    const agent = clerk([slow({ timeoutMs: 30, timeoutBehavior })], calls('slow'));
    await runner.run(agent, 'Do it.').catch(() => undefined);
    const before = await newestRun();
    const started = before.logs.find((each) => each.event === 'tool.start');
    const end = before.logs.find((each) => each.event === event);
    expect(end?.data).toMatchObject({ at_work: [started?.tool_call_id] });
    expect(before.effects).toEqual({ slow: 'started' });
    release.resolve();
    await vi.waitFor(async () => expect(eventsOf(await newestRun())).toContain('tool.result done'), 10_000);
    expect((await newestRun()).effects).toEqual({ slow: 'done' });
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it.each([false, true])('is waited for when the runner is closed (stream: %s)', async (stream) => {
    const agent = clerk([slow({ timeoutMs: 30, timeoutBehavior: 'error_as_result' })], calls('slow'));
    if (stream) await (await runner.run(agent, 'Do it.', { stream: true })).completed;
    else await runner.run(agent, 'Do it.');
    const { resolve } = release;
    setTimeout(() => resolve(), 50);
    await runner.close();
    runner = runnerWithJudge('allow', { store: { directory } });
    expect((await newestRun()).effects).toEqual({ slow: 'done' });
  });

  it('is recorded when it ends while the run waits for approval, and the run can be resumed', async () => {
    const limit = { timeoutMs: 30, timeoutBehavior: 'error_as_result' };
    const agent = clerk([slow(limit), ask], calls('slow'), calls('ask'));
    const { run_id: runId, interruptions } = await runner.run(agent, 'Do it, then ask.');
    const suspended = (await newestRun()).logs.find(({ event }) => event === 'run.suspended');
    expect(suspended?.data).toHaveProperty('at_work');
    release.resolve();
    await vi.waitFor(async () => expect((await newestRun()).effects).toMatchObject({ slow: 'done' }), 10_000);
    const approvalId = interruptions[0]?.approval_id ?? '';
    await runner.approveAndResume(runId, approvalId, { decision: 'approve' });
    const { status, effects } = await newestRun();
    expect({ status, effects }).toEqual({ status: 'done', effects: { slow: 'done', ask: 'done' } });
  });
});

describe('a call that was allowed and never started', () => {
  it('is recorded as not started when the stream stops first, and the run fails', async () => {
    const stop = new AbortController();
    await runner.close();
    const allowAndStop = () => {
      stop.abort();
      return { decision: 'allow' } as const;
    };
    runner = runnerWithJudge(allowAndStop, { store: { directory } });
    const options = { stream: true, signal: stop.signal } as const;
    const stream = await runner.run(clerk([quick], calls('quick')), 'Do it.', options);
    await stream.completed;
    const run = await newestRun();
    expect(run).toMatchObject({ status: 'failed', effects: { quick: 'done' } });
    expect(eventsOf(run).slice(-3)).toEqual(['tool.start', 'tool.result failed', 'run.failed']);
    expect(run.logs.at(-2)?.data).toMatchObject({ begun: false });
    expect(run.logs.at(-1)?.data).toMatchObject({ reason: expect.stringContaining('stream was stopped') });
  });

  it('is recorded as not started when a guardrail of the tool rejects it', async () => {
    const guardrail = defineToolInputGuardrail({
      name: 'closed',
      run: async () => ToolGuardrailFunctionOutputFactory.rejectContent('Closed today.'),
    });
    const guarded = tool({
      ...parts,
      name: 'quick',
      inputGuardrails: [guardrail],
      execute: async () => 'done',
    });
    await runner.run(clerk([guarded], calls('quick')), 'Do it.');
    const run = await newestRun();
    expect(eventsOf(run)).toEqual([
      'run.started',
      'gate.decision allow',
      'tool.start',
      'tool.result failed',
      'run.finished',
    ]);
    expect(run.logs.find(({ event }) => event === 'tool.result')?.data).toMatchObject({ begun: false });
    expect(run.effects).toEqual({ quick: 'done' });
  });

  it('is recorded as not started when the run waits for approval of the call beside it', async () => {
    const agent = clerk([closed(), ask], calls('quick', 'ask'));
    const { run_id: runId, interruptions } = await runner.run(agent, 'Do both.');
    const waiting = await newestRun();
    expect(waiting.effects).toEqual({ quick: 'done' });
    expect(waiting.logs.find(({ event }) => event === 'tool.result')?.data).toMatchObject({ begun: false });
    await runner.approveAndResume(runId, interruptions[0]?.approval_id ?? '', { decision: 'approve' });
    expect(await newestRun()).toMatchObject({ status: 'done', effects: { quick: 'done', ask: 'done' } });
  });

  it('is recorded before the next model call, and remains so when the run is resumed after a crash', async () => {
    let isDown = false;
    const open: OpenStore = async ({ link, clock }) => {
      const store = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
      const commit = store.commit.bind(store);
      // From here on, the store behaves as after a crash of the process.
      store.commit = (writes) => (isDown ? new Promise(() => {}) : commit(writes));
      return store;
    };
    const first = runnerWithJudge('allow', { store: open, secret: SECRET, leaseMs: 100 });
    const die = () => {
      isDown = true;
      return [assistantText('This text is never returned.')];
    };
    void first.run(clerk([closed()], calls('quick'), die), 'Do it.').catch(() => undefined);
    await vi.waitFor(() => expect(isDown).toBe(true), 10_000);
    await runner.close();
    const agent = clerk([closed()], calls('quick'));
    runner = runnerWithJudge('allow', {
      store: { directory },
      secret: SECRET,
      agents: [agent],
      leaseMs: 100,
    });
    expect((await newestRun()).effects).toEqual({ quick: 'done' });
    await vi.waitFor(async () => expect(await runner.segments.next(5)).toHaveLength(1), 10_000);
    const [lost] = await runner.segments.next(5);
    expect(await runner.segments.resumeSegment(lost?.run_id ?? '', lost?.epoch)).toMatchObject({
      kind: 'done',
    });
  });
});
