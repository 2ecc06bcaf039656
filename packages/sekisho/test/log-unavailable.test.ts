import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Keyring } from '../../engine/src/config/keyring.ts';
import { z } from 'zod';
import {
  executionLogStoreOf,
  MemoryStateStore,
  openSqliteStateStore,
  SekishoError,
  tool,
  type AgentRunnerOptions,
  type ExecutionLogStore,
} from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';
import { expectWarnings } from '../../../test/expected-warnings.ts';

expectWarnings('AGENTS-E-LOG-STORE');

const secret = new Uint8Array(32).fill(7);
const DOWN = new Error('The log server does not respond.');
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-log-unavailable-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A separate audit log that can be made unavailable. */
function ownLog() {
  const log = executionLogStoreOf(new MemoryStateStore({ clock: Date.now, link: new Keyring(secret).link }));
  const server = { isDown: false };
  const ask = <T>(work: () => Promise<T>) => (server.isDown ? Promise.reject(DOWN) : work());
  const store: ExecutionLogStore = {
    append: (records) => ask(() => log.append(records)),
    query: (filter) => ask(() => log.query(filter)),
    last: () => ask(() => log.last()),
  };
  const events = async () => (await log.query({ limit: 10_000 })).map(({ event }) => event);
  return { server, store, log, events };
}

/** Two calls of `erase`, with a runner that has a separate audit log. */
function office(
  judge: Parameters<typeof runnerWithJudge>[0],
  {
    onErase,
    erases = ['a', 'b'],
    ...options
  }: Partial<AgentRunnerOptions> & {
    readonly onErase?: () => void | Promise<void>;
    readonly erases?: readonly string[];
  } = {},
) {
  const done: string[] = [];
  const erase = tool({
    name: 'erase',
    description: 'Erases something.',
    parameters: z.object({ what: z.string() }),
    execute: async ({ what }) => {
      await onErase?.();
      done.push(what);
      return `${what} is gone.`;
    },
  });
  const steps = erases.map((what, index) => [functionCall(`call_${index}`, 'erase', { what })]);
  const agent = new Effects().clerk(steps, { tools: [erase] });
  const own = ownLog();
  const runner = runnerWithJudge(judge, {
    store: { directory },
    secret,
    agents: [agent],
    executionLogStore: own.store,
    ...options,
  });
  return { ...own, agent, effects: { done }, runner };
}

function warnings(): string[] {
  const codes: string[] = [];
  const listener = (warning: Error) => void codes.push(String(Reflect.get(warning, 'code')));
  process.on('warning', listener);
  onTestFinished(() => void process.off('warning', listener));
  return codes;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => String(Reflect.get(Object(error), 'code')),
  );

describe('a run with a separate audit log', () => {
  it.each([
    ['before the first write of the process', true],
    ['in the middle of the run', false],
  ])('continues when the log fails %s, and the log shows the gap afterwards', async (_case, fromTheStart) => {
    const codes = warnings();
    const { runner, agent, effects, server, log, events } = office('allow', {
      onErase: () => {
        server.isDown = true;
      },
    });
    server.isDown = fromTheStart;
    const { run_id: runId } = await runner.run(agent, 'Please erase a and b.');
    expect(effects.done).toEqual(['a', 'b']);
    expect((await runner.inspect().store.getRun(runId))?.status).toBe('done');
    const rows = await runner.inspect().store.getEffects(runId);
    expect(rows.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(codes.filter((code) => code === 'AGENTS-E-LOG-STORE')).toHaveLength(1);
    const waiting = runner.inspect().spooled();
    expect(waiting).toBeGreaterThan(0);
    server.isDown = false;
    await runner.close();
    const gap = (await log.query({ event: 'audit.gap' })).map(({ data }) => data);
    expect(gap).toEqual([{ late_records: waiting, dropped_records: 0 }]);
    const all = await events();
    expect(all.filter((event) => event === 'tool.start')).toHaveLength(2);
    expect(all.filter((event) => event === 'tool.result')).toHaveLength(2);
    expect(all.at(-1)).toBe('run.finished');
    const again = runnerWithJudge('allow', {
      store: { directory },
      secret,
      executionLogStore: log,
    });
    expect(await again.verifyExecutionLog()).toMatchObject({ ok: true });
    await again.close();
  });

  it('retains its lease while its records wait', async () => {
    warnings();
    const seen: string[][] = [];
    const { runner, agent, effects, server } = office('allow', {
      leaseMs: 300,
      onErase: async () => {
        await sleep(700);
        const abandoned = await runner.inspect().store.listAbandonedRuns(10);
        seen.push(abandoned.map(({ run_id: id }) => id));
      },
    });
    server.isDown = true;
    await runner.run(agent, 'Please erase a and b.');
    expect(effects.done).toEqual(['a', 'b']);
    expect(seen).toEqual([[], []]);
    server.isDown = false;
    await runner.close();
  });

  it('warns about records that are lost because the process exits first', async () => {
    const codes = warnings();
    const { runner, agent, server, events } = office('allow');
    server.isDown = true;
    await runner.run(agent, 'Please erase a and b.');
    await runner.close();
    await expect.poll(() => codes.filter((code) => code === 'AGENTS-E-LOG-STORE')).toHaveLength(2);
    expect(await events()).toEqual([]);
  });

  it.each<[string, Partial<AgentRunnerOptions>, object]>([
    ['records are required', { auditMode: 'required' }, {}],
    ['the profile is strict', {}, { extensions: { policyProfile: 'strict' } }],
  ])('stops before any call runs when %s', async (_case, options, runOptions) => {
    const { runner, agent, effects, server } = office('allow', options);
    server.isDown = true;
    const work = runner.run(agent, 'Please erase a and b.', runOptions);
    await expect(work).rejects.toMatchObject({ code: 'AGENTS-E-LOG-STORE', cause: DOWN });
    expect(effects.done).toEqual([]);
    await runner.close();
  });
});

describe('approvals and grants while the log is unavailable', () => {
  it('creates no approval request and executes nothing: a request requires its record', async () => {
    warnings();
    const { runner, agent, effects, server } = office('needs_human');
    server.isDown = true;
    const work = runner.run(agent, 'Please erase a and b.');
    await expect(work).rejects.toMatchObject({ code: 'AGENTS-E-LOG-STORE' });
    expect(effects.done).toEqual([]);
    server.isDown = false;
    expect(await runner.getPendingApprovals()).toEqual([]);
    await runner.close();
  });

  it.each<
    [string, (runner: ReturnType<typeof runnerWithJudge>, runId: string, id: string) => Promise<unknown>]
  >([
    ['submitApproval()', (runner, _runId, id) => runner.submitApproval(id, 'approve')],
    [
      'approveAndResume()',
      (runner, runId, id) => runner.approveAndResume(runId, id, { decision: 'approve' }),
    ],
    ['readApproval()', (runner, _runId, id) => runner.readApproval(id, { by: { id: 'mika' } })],
    ['extendApproval()', (runner, _runId, id) => runner.extendApproval(id, { ttlSec: 200_000 })],
  ])('rejects %s, which succeeds when the log is available again', async (_name, decide) => {
    warnings();
    const { runner, agent, effects, server } = office('needs_human');
    const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a and b.');
    const id = interruptions[0]?.approval_id ?? '';
    server.isDown = true;
    await expect(decide(runner, runId, id)).rejects.toMatchObject({ code: 'AGENTS-E-LOG-STORE' });
    expect(effects.done).toEqual([]);
    server.isDown = false;
    await decide(runner, runId, id);
    await runner.close();
  });

  it('does not continue a run with a token, and continues it once when the log is available again', async () => {
    warnings();
    const { runner, agent, effects, server } = office('needs_human');
    const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a and b.');
    const { token } = await runner.submitApproval(interruptions[0]?.approval_id ?? '', 'approve');
    server.isDown = true;
    expect(await codeOf(runner.resumeRun(runId, token))).toBe('AGENTS-E-LOG-STORE');
    expect(effects.done).toEqual([]);
    server.isDown = false;
    await runner.resumeRun(runId, token);
    expect(effects.done).toEqual(['a']);
    await runner.close();
  });

  it('does not execute an approved call when the log fails right after the run was claimed', async () => {
    warnings();
    const { runner, agent, effects, server, store } = office('needs_human');
    const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a and b.');
    const { append } = store;
    const failing = untyped<{ append: ExecutionLogStore['append'] }>(store);
    failing.append = async (records) => {
      if (records.some(({ event }) => event === 'approval.used')) server.isDown = true;
      return append(records);
    };
    const id = interruptions[0]?.approval_id ?? '';
    const work = runner.approveAndResume(runId, id, { decision: 'approve' });
    expect(await codeOf(work)).toBe('AGENTS-E-LOG-STORE');
    expect(effects.done).toEqual([]);
    server.isDown = false;
    await runner.close();
  });

  it('uses no grant', async () => {
    warnings();
    const { runner, agent, effects, server, log } = office('needs_human', {
      erases: ['a', 'a', 'a'],
      onErase: () => {
        if (effects.done.length === 1) server.isDown = true;
      },
    });
    const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a three times.');
    const work = runner.approveAndResume(runId, interruptions[0]?.approval_id ?? '', {
      decision: 'approve',
      by: { id: 'mika' },
      grant: { scope: 'run' },
    });
    expect(await codeOf(work)).toBe('AGENTS-E-LOG-STORE');
    expect(effects.done).toEqual(['a', 'a']);
    expect(await log.query({ event: 'grant.used' })).toHaveLength(1);
    server.isDown = false;
    await runner.close();
  });
});

describe('getExecutionLogs()', () => {
  it('throws AGENTS-E-LOG-STORE with the cause when a separate log cannot be read', async () => {
    const { runner, server } = office('allow');
    server.isDown = true;
    await expect(runner.getExecutionLogs()).rejects.toMatchObject({
      code: 'AGENTS-E-LOG-STORE',
      cause: DOWN,
    });
    await runner.close();
  });

  it.each([
    ['a plain error', DOWN],
    ['an error of the store', new SekishoError('AGENTS-E-STORE', 'The disk is unavailable.')],
  ])('throws the same error for a store that throws %s', async (_case, failure) => {
    const runner = runnerWithJudge('allow', {
      secret,
      store: async ({ link, clock }) => {
        const store = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
        store.queryLogs = () => Promise.reject(failure);
        return store;
      },
    });
    await expect(runner.getExecutionLogs()).rejects.toMatchObject({
      code: 'AGENTS-E-LOG-STORE',
      cause: failure,
    });
    await runner.close();
  });

  it('retains the code of an invalid query', async () => {
    const { runner } = office('allow');
    await expect(runner.getExecutionLogs({ since: 'yesterday' })).rejects.toMatchObject({
      code: 'AGENTS-E-INPUT-INVALID',
    });
    await runner.close();
  });
});
