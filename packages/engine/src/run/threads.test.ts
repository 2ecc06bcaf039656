import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proofSize } from '../../../../test/proof-size.ts';
import { HISTORY_SEGMENTS } from './read-history.ts';
import { openSqliteStateStore } from '../store/sqlite-state-store.ts';
import type { OpenStore } from './engine-parts.ts';
import { judge } from '../testing/judge.ts';
import { createThreads, type OpenThreadOptions } from './threads.ts';

const LENGTHS = [
  [3, 'allowed'],
  [HISTORY_SEGMENTS + 1, 'waiting'],
] as const;

it.each(LENGTHS.slice(0, proofSize('threadLengths')))(
  'a text of the user before %i other requests of the thread leaves a call %s',
  async (requests, stage) => {
    const directory = mkdtempSync(join(tmpdir(), 'sekisho-threads-'));
    const manifests = { send_mail: { effect: 'send', arguments: { to: 'recipient' } } } as const;
    const threads = createThreads('test', { store: { directory }, application: 'test', manifests });
    const open = () => threads.open({ id: 'chat 1', agent: 'clerk' });
    const first = await open();
    first.addUserText('Send a mail to bob@shop.example.');
    await first.close();
    for (let count = 0; count < requests; count += 1) await (await open()).close();
    const last = await open();
    const tool = threads.describe({ name: 'send_mail', description: 'Sends a mail.' });
    const [call] = await last.decide([{ callId: 'call_1', tool, args: { to: 'bob@shop.example' } }]);
    expect(call?.stage).toBe(stage);
    await last.close();
    await threads.close();
    rmSync(directory, { recursive: true });
  },
);

describe('a request for a thread that exists', () => {
  let directory: string;
  let threads: ReturnType<typeof createThreads>;
  const start = (options: object = {}) => {
    const manifests = { send_mail: { effect: 'send', arguments: { to: 'recipient' } } } as const;
    threads = createThreads('test', { store: { directory }, application: 'test', manifests, ...options });
  };
  /** The stage of a mail for which the user asked in the same request. */
  const stageOf = async (request: Partial<OpenThreadOptions>, to = 'bob@shop.example') => {
    const thread = await threads.open({ id: 'chat 1', agent: 'clerk', ...request });
    thread.addUserText(`Send a mail to ${to}.`);
    const tool = threads.describe({ name: 'send_mail' });
    const [call] = await thread.decide([{ callId: to, tool, args: { to } }]);
    const { settings } = thread.run;
    await thread.close();
    return [call?.stage, settings.profile.name];
  };

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'sekisho-threads-'));
  });

  afterEach(async () => {
    await threads.close();
    rmSync(directory, { recursive: true });
  });

  it.each([
    ['requires a person for each call', { requireHumanApproval: true }, 'waiting', 'balanced'],
    // The strict profile, too, allows a mail that the user asked for.
    ['has a stricter profile', { policyProfile: 'strict' }, 'allowed', 'strict'],
    ['is of a customer', { user: 'customer' }, 'waiting', 'balanced'],
  ] as const)(
    'applies what it tightens, and what follows keeps it: it %s',
    async (...[, request, stage, profile]) => {
      start();
      expect(await stageOf({})).toEqual(['allowed', 'balanced']);
      expect(await stageOf(request, 'cho@shop.example')).toEqual([stage, profile]);
      expect(await stageOf({}, 'dan@shop.example')).toEqual([stage, profile]);
      const weaker = { policyProfile: 'balanced', user: 'owner', requireHumanApproval: false } as const;
      expect(await stageOf(weaker, 'eva@shop.example')).toEqual([stage, profile]);
    },
  );

  it('replaces what the host knew about the user before', async () => {
    start();
    const known = { own_address: 'ada@home.example' };
    const sendTo = async (callId: string, sessionData?: object) => {
      const thread = await threads.open({ id: 'chat 1', agent: 'clerk', sessionData });
      thread.addUserText('Send it to my own address.');
      const tool = threads.describe({ name: 'send_mail' });
      const [call] = await thread.decide([{ callId, tool, args: { to: 'ada@home.example' } }]);
      await thread.close();
      return call?.stage;
    };
    expect(await sendTo('call_1', known)).toBe('allowed');
    expect(await sendTo('call_2')).toBe('allowed');
    expect(await sendTo('call_3', { own_address: 'ada@work.example' })).toBe('waiting');
    expect(await sendTo('call_4')).toBe('waiting');
  });

  it('does not use an open thread that is weaker', async () => {
    start({ openTimeoutMs: 200 });
    const weak = await threads.open({ id: 'chat 1', agent: 'clerk' });
    await expect(stageOf({ user: 'customer' })).rejects.toMatchObject({ code: 'AGENTS-E-RUN-CONFLICT' });
    const { engine } = threads;
    await expect(
      engine.openRun({ agent: 'clerk', key: 'chat 1', requireHumanApproval: true }),
    ).rejects.toMatchObject({ code: 'AGENTS-E-RUN-CONFLICT' });
    expect((await engine.openRun({ agent: 'clerk', key: 'chat 1' })).id).toBe(weak.run.id);
    await weak.close();
    expect(await stageOf({ user: 'customer' })).toEqual(['waiting', 'balanced']);
  });

  it('does not keep a thread open for a request that is not valid', async () => {
    start();
    const thread = await threads.open({ id: 'chat 1', agent: 'clerk' });
    const invalid = { id: 'chat 1', agent: 'clerk', policyProfile: 'unknown' };
    await expect(threads.open(invalid)).rejects.toMatchObject({ code: 'AGENTS-E-POLICY-INVALID' });
    await thread.close();
    const other = createThreads('test', { store: { directory }, application: 'test', openTimeoutMs: 200 });
    await (await other.open({ id: 'chat 1', agent: 'clerk' })).close();
    await other.close();
  });

  it('closes a weaker thread that nothing uses any more', async () => {
    start({ lingerMs: 60_000 });
    expect(await stageOf({})).toEqual(['allowed', 'balanced']);
    expect(await stageOf({ policyProfile: 'strict' }, 'cho@shop.example')).toEqual(['allowed', 'strict']);
  });
});

describe('arguments that JSON does not represent', () => {
  it.each([
    ['before', true],
    ['after', false],
  ])(
    'are never executed with the permission of an equal call without arguments, %s it',
    async (_when, isFirst) => {
      const directory = mkdtempSync(join(tmpdir(), 'sekisho-threads-'));
      const manifests = { list_mails: { effect: 'read' } } as const;
      const threads = createThreads('test', { store: { directory }, application: 'test', manifests });
      const thread = await threads.open({ id: 'chat 1', agent: 'clerk' });
      const plain = { callId: 'call_1', tool: threads.describe({ name: 'list_mails' }), args: {} };
      const inexact = { ...plain, args: { folder: new Map([['secret', 1]]) } };
      const executed: unknown[] = [];
      await thread.decide(isFirst ? [inexact, plain] : [plain, inexact]);
      expect(await thread.perform(inexact, async () => executed.push('inexact'))).toMatchObject({
        kind: 'refused',
        text: expect.stringContaining('JSON cannot represent'),
      });
      expect(await thread.perform(plain, async () => executed.push('plain'))).toMatchObject({
        kind: 'result',
      });
      expect(executed).toEqual(['plain']);
      await thread.close();
      await threads.close();
      rmSync(directory, { recursive: true });
    },
  );
});

it.each(['perform', 'start'] as const)(
  'a call with the arguments of the approver has its permission in the log (%s)',
  async (how) => {
    const directory = mkdtempSync(join(tmpdir(), 'sekisho-threads-'));
    const threads = createThreads('test', { store: { directory }, application: 'test' });
    const { engine } = threads;
    const thread = await threads.open({ id: 'chat 1', agent: 'clerk' });
    const call = {
      callId: 'call_1',
      tool: threads.describe({ name: 'send_mail' }),
      args: { to: 'a@b.example' },
    };
    await thread.decide([call]);
    const [request] = await engine.getPendingApprovals();
    const editedArgs = { to: 'ann@shop.example' };
    await engine.decide(request?.approval_id ?? '', 'approve', { by: { id: 'mika' }, editedArgs });
    const started =
      how === 'start'
        ? await thread.start(call)
        : await thread.perform(call, async (edited) => ({ kind: 'started', edited }));
    expect('value' in started ? started.value : started).toEqual({ kind: 'started', edited: editedArgs });
    if (how === 'start') await thread.finish(call, { value: 'Sent.' });
    await thread.close();
    expect(await engine.verifyExecutionLog()).toMatchObject({ ok: true, permissions: { checked: 1 } });
    await threads.close();
    rmSync(directory, { recursive: true });
  },
);

describe('a waiting call that the gate decides otherwise later', () => {
  it.each([
    ['allow', 'result', 1],
    ['deny', 'refused', 0],
  ] as const)('has this decision in the log and no open request (%s)', async (verdict, kind, executed) => {
    const directory = mkdtempSync(join(tmpdir(), 'sekisho-threads-'));
    let current: 'needs_human' | 'allow' | 'deny' = 'needs_human';
    const safetyAgent = judge(() => current);
    const threads = createThreads('test', { store: { directory }, application: 'test', safetyAgent });
    const { engine } = threads;
    const thread = await threads.open({ id: 'chat 1', agent: 'clerk' });
    const call = { callId: 'call_1', tool: threads.describe({ name: 'send_mail' }), args: {} };
    const sent: string[] = [];
    await thread.decide([call]);
    expect(await engine.getPendingApprovals()).toHaveLength(1);
    current = verdict;
    expect(await thread.perform(call, async () => sent.push('sent'))).toMatchObject({ kind });
    expect(sent).toHaveLength(executed);
    expect([thread.run.pendingApprovals, await engine.getPendingApprovals()]).toEqual([[], []]);
    const decisions = await engine.getExecutionLogs({ event: 'gate.decision' });
    expect(decisions.map(({ decision }) => decision).toSorted()).toEqual([verdict, 'needs_human'].toSorted());
    expect(await engine.verifyExecutionLog()).toMatchObject({ ok: true, permissions: { checked: executed } });
    await thread.close();
    await threads.close();
    rmSync(directory, { recursive: true });
  });
});

it('a call whose request was cancelled is refused instead of asked about again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sekisho-threads-'));
  let current: 'needs_human' | 'allow' = 'needs_human';
  const safetyAgent = judge(() => current);
  const threads = createThreads('test', { store: { directory }, application: 'test', safetyAgent });
  const decide = async (verdicts: readonly (typeof current)[], callId = 'call_1') => {
    const thread = await threads.open({ id: 'chat 1', agent: 'clerk' });
    const call = { callId, tool: threads.describe({ name: 'send_mail' }), args: {} };
    const stages: unknown[] = [];
    for (const verdict of verdicts) {
      current = verdict;
      const [decided] = await thread.decide([call]);
      stages.push(decided?.stage);
    }
    await thread.close();
    return stages;
  };
  expect(await decide(['needs_human', 'allow'])).toEqual(['waiting', 'allowed']);
  expect(await decide(['allow'])).toEqual(['allowed']);
  expect(await decide(['needs_human'])).toEqual(['refused']);
  expect(await decide(['needs_human'], 'call_2')).toEqual(['waiting']);
  expect(await threads.engine.verifyExecutionLog()).toMatchObject({ ok: true });
  await threads.close();
  rmSync(directory, { recursive: true });
});

describe('a call that the host executes', () => {
  let directory: string;
  let threads: ReturnType<typeof createThreads>;
  let isBroken = false;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'sekisho-threads-'));
    isBroken = false;
    const store: OpenStore = async (parts) => {
      const opened = await openSqliteStateStore({ path: join(directory, 'state.db'), ...parts });
      const commit = opened.commit.bind(opened);
      opened.commit = (writes) =>
        isBroken && writes.some(({ kind }) => kind === 'effect.start')
          ? Promise.reject(new Error('The disk is full.'))
          : commit(writes);
      return opened;
    };
    const manifests = { send_mail: { effect: 'send', arguments: { to: 'recipient' } } } as const;
    threads = createThreads('test', { store, markDirectory: directory, application: 'test', manifests });
  });

  afterEach(async () => {
    // A run that could not store anything reports its failure again.
    await threads.engine.close({ timeoutMs: 0 }).catch(() => undefined);
    rmSync(directory, { recursive: true });
  });

  const openThread = async () => {
    const thread = await threads.open({ id: 'chat 1', agent: 'clerk' });
    thread.addUserText('Send a mail to bob@shop.example.');
    const call = {
      callId: 'call_1',
      tool: threads.describe({ name: 'send_mail' }),
      args: { to: 'bob@shop.example' },
    };
    return { thread, call };
  };

  it('starts once, also when it is presented again or twice at the same time', async () => {
    const { thread, call } = await openThread();
    const kinds = (await Promise.all([thread.start(call), thread.start(call)])).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['refused', 'started']);
    expect(await thread.start(call)).toMatchObject({ kind: 'refused' });
    await thread.finish(call, { value: 'Sent.' });
    expect(await thread.start(call)).toEqual({ kind: 'result', value: 'Sent.' });
  });

  it('does not start after its intent could not be stored', async () => {
    const { thread, call } = await openThread();
    await thread.decide([call]);
    isBroken = true;
    await expect(thread.start(call)).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    isBroken = false;
    await expect(thread.start(call)).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
  });
});
