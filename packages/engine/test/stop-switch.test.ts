import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createEngine,
  describeFunction,
  type CreateEngineOptions,
  type Engine,
  type Run,
  type StateStore,
} from '../src/index.ts';
import { openSqliteStateStore } from '../src/store/sqlite-state-store.ts';
import { judge } from '../src/testing/judge.ts';

const AGENT = { name: 'clerk' };
const MIKA = { by: { id: 'mika' }, reason: 'wrong recipients' };
const call = (key: string, tool = 'pay') => ({
  key,
  callId: key,
  tool: describeFunction({ name: tool }),
  rawArguments: '{}',
});

describe('the stop switch', () => {
  let directory: string;
  const engines: Engine[] = [];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'sekisho-stop-'));
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.close({ timeoutMs: 0 });
    rmSync(directory, { recursive: true, force: true });
  });

  function open(options: Partial<CreateEngineOptions> = {}): Engine {
    const engine = createEngine({
      safetyAgent: judge('allow'),
      store: { directory },
      application: 'test',
      integration: { name: 'plain' },
      ...options,
    });
    engines.push(engine);
    return engine;
  }
  const openRun = (engine: Engine, agent = 'clerk') => engine.openRun({ agent });
  const decide = (run: Run, ...calls: ReturnType<typeof call>[]) => run.decideTurn({ agent: AGENT, calls });
  const logged = async (engine: Engine, event: 'gate.decision' | 'tool.start' | 'tool.result') =>
    (await engine.getExecutionLogs({ event })).map(({ decision, data }) => ({ decision, data }));

  it('refuses a call with who stopped it and why, and does not end the run', async () => {
    const engine = open();
    const run = await openRun(engine);
    await engine.stops.stop(MIKA);
    const [decided] = await decide(run, call('c1'));
    expect(decided).toMatchObject({
      stage: 'refused',
      text: expect.stringContaining('mika stopped all tool calls: "wrong recipients".'),
    });
    expect(run.refusal).toBeUndefined();
    await run.close('done');
    expect(await logged(engine, 'gate.decision')).toMatchObject([
      { decision: 'deny', data: { rule_ids: ['stopped'], reason_ja: expect.stringContaining('停止') } },
    ]);
    expect(await engine.stops.list()).toMatchObject([{ by: 'mika', reason: 'wrong recipients' }]);
  });

  it('does not start a call that was allowed before the stop, and finishes one that runs', async () => {
    const engine = open();
    const run = await openRun(engine);
    await decide(run, call('running'), call('allowed'));
    const body = Promise.withResolvers<string>();
    const running = run.executeOnce('running', () => body.promise);
    await sleep(10);
    await engine.stops.stop(MIKA);
    let started = false;
    const text = await run.executeOnce('allowed', async () => (started = true));
    expect(text).toContain('The call was not run. mika stopped all tool calls');
    expect(started).toBe(false);
    body.resolve('paid');
    expect(await running).toBe('paid');
    await run.flush();
    expect(await logged(engine, 'tool.result')).toMatchObject([
      { decision: 'failed', data: { begun: false } },
      { decision: 'done' },
    ]);
  });

  it.each([
    ['the agent', { agent: 'clerk' }, ['refused', 'refused']],
    ['another agent', { agent: 'other' }, ['allowed', 'allowed']],
    ['a tool', { tool: 'pay' }, ['refused', 'allowed']],
  ])('stops %s', async (_name, target, stages) => {
    const engine = open();
    await engine.stops.stop({ ...target, ...MIKA });
    const calls = await decide(await openRun(engine), call('c1', 'pay'), call('c2', 'list_files'));
    expect(calls.map(({ stage }) => stage)).toEqual(stages);
  });

  it('starts calls again after the stop of the same target is lifted', async () => {
    const engine = open();
    await engine.stops.stop({ tool: 'pay', ...MIKA });
    await expect(engine.stops.start(MIKA)).rejects.toMatchObject({ code: 'AGENTS-E-INPUT-INVALID' });
    await engine.stops.start({ tool: 'pay', ...MIKA });
    expect(await engine.stops.list()).toEqual([]);
    expect(await decide(await openRun(engine), call('c1'))).toMatchObject([{ stage: 'allowed' }]);
  });

  it.each([
    ['the person', { by: { id: '' }, reason: 'r' }],
    ['the reason', { by: { id: 'mika' }, reason: ' ' }],
    ['one target', { ...MIKA, agent: 'a', tool: 't' }],
    ['a name', { ...MIKA, agent: '' }],
  ])('requires %s', async (_name, change) => {
    await expect(open().stops.stop(change)).rejects.toMatchObject({ code: 'AGENTS-E-INPUT-INVALID' });
  });

  it('remains after a restart and applies to other processes', async () => {
    const first = open();
    await first.stops.stop(MIKA);
    const run = await openRun(open());
    expect(await decide(run, call('c1'))).toMatchObject([{ stage: 'refused' }]);
    await first.stops.start(MIKA);
    await sleep(1_000);
    expect(await decide(run, call('c2'))).toMatchObject([{ stage: 'allowed' }]);
    await first.stops.stop(MIKA);
    await sleep(1_000);
    expect(await decide(run, call('c3'))).toMatchObject([{ stage: 'refused' }]);
  });

  it('ignores a record that lifts a stop without a valid MAC, and a repeated one', async () => {
    let store: StateStore | undefined;
    const engine = open({
      store: async ({ link, clock }) =>
        (store ??= await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock })),
      secret: new Uint8Array(32).fill(7),
    });
    await engine.stops.stop(MIKA);
    await engine.stops.start(MIKA);
    await engine.stops.stop(MIKA);
    const [lifted] = await engine.getExecutionLogs({ event: 'stop.lifted' });
    const data = (value: object) => JSON.stringify(value);
    const record = { run_id: 'stop-switch', event: 'stop.lifted', decision: '' } as const;
    await store?.commit([
      {
        kind: 'log.append',
        record: { ...record, tool_call_id: 'forged', attempt: 0, data: data({ mac: 'x' }) },
      },
      {
        kind: 'log.append',
        record: {
          ...record,
          tool_call_id: lifted?.tool_call_id ?? '',
          attempt: 1,
          data: data(lifted?.data ?? {}),
        },
      },
    ]);
    expect(await engine.getExecutionLogs({ event: 'stop.lifted' })).toHaveLength(3);
    expect(await engine.stops.list()).toHaveLength(1);
    expect(await open({ secret: new Uint8Array(32).fill(7) }).stops.list()).toHaveLength(1);
  });

  it('starts no call when the stops cannot be read', async () => {
    let isBroken = false;
    const engine = open({
      store: async ({ link, clock }) => {
        const store = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
        const queryLogs = store.queryLogs.bind(store);
        store.queryLogs = (query) => (isBroken ? Promise.reject(new Error('gone')) : queryLogs(query));
        return store;
      },
      secret: new Uint8Array(32).fill(7),
    });
    const run = await openRun(engine);
    await decide(run, call('c1'));
    isBroken = true;
    await sleep(1_000);
    let started = false;
    await expect(run.executeOnce('c1', async () => (started = true))).rejects.toMatchObject({
      code: 'AGENTS-E-STORE',
      message: expect.stringContaining('stop switch cannot be read'),
    });
    expect(started).toBe(false);
  });

  it('does not resume a run while its agent is stopped, and keeps the token', async () => {
    const engine = open({ safetyAgent: judge('needs_human') });
    const run = await openRun(engine);
    await decide(run, call('c1'));
    await run.wait({ state: 'here' });
    const [approval] = await engine.getPendingApprovals(run.id);
    await engine.stops.stop({ agent: 'clerk', ...MIKA });
    const { token } = await engine.decide(approval?.approval_id ?? '', 'approve', { by: { id: 'aya' } });
    await expect(engine.resumeRun(token)).rejects.toMatchObject({
      code: 'AGENTS-E-STOPPED',
      message: expect.stringContaining('mika stopped the agent "clerk"'),
    });
    await engine.stops.start({ agent: 'clerk', ...MIKA });
    const resumed = await engine.resumeRun(token);
    expect(resumed.state).toBe('here');
    expect(await resumed.decideTurn({ agent: AGENT, calls: [call('c1')], resumed: true })).toMatchObject([
      { stage: 'allowed', permission: { kind: 'approval' } },
    ]);
  });

  it('does not spend the approval of a call of a stopped tool', async () => {
    const engine = open({ safetyAgent: judge('needs_human') });
    const run = await openRun(engine);
    await decide(run, call('c1'));
    await run.wait({ state: '' });
    const [approval] = await engine.getPendingApprovals(run.id);
    const { token } = await engine.decide(approval?.approval_id ?? '', 'approve', { by: { id: 'aya' } });
    await engine.stops.stop({ tool: 'pay', ...MIKA });
    const resumed = await engine.resumeRun(token);
    expect(await resumed.decideTurn({ agent: AGENT, calls: [call('c1')], resumed: true })).toMatchObject([
      { stage: 'refused' },
    ]);
    expect((await engine.approvals.get(approval?.approval_id ?? '')).used_at).toBeUndefined();
  });
});
