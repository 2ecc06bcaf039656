import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  openSqliteStateStore,
  SekishoError,
  tool,
  type AgentRunner,
  type OpenStore,
  type StoreWrite,
} from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';
import { expectWarnings } from '../../../test/expected-warnings.ts';

expectWarnings('AGENTS-E-LOG-STORE');

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-store-unavailable-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A store whose disk is full from the first write of this kind of a run, for a number of commits. */
function fullFrom(kind: StoreWrite['kind'], commits: number): OpenStore {
  let left = commits;
  let began = false;
  return async ({ link, clock }) => {
    const store = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
    const commit = store.commit.bind(store);
    store.commit = async (writes) => {
      const opens = writes.some((write) => write.kind === 'run.open');
      began ||= !opens && writes.some((write) => write.kind === kind);
      if (!began || left === 0) return commit(writes);
      left -= 1;
      throw new SekishoError('AGENTS-E-STORE', 'The disk is full.');
    };
    return store;
  };
}

/** A run with one call that must not be repeated, on a store that is temporarily unavailable. */
async function runOn(store: OpenStore) {
  const effects = new Effects();
  const agent = effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })]]);
  const runner = runnerWithJudge('allow', { store, agents: [agent], auditMode: 'required' });
  const code = await runner.run(agent, 'Please erase a.').then(
    () => 'done',
    (error: unknown) => String(Reflect.get(Object(error), 'code')),
  );
  const statusNow = async () => (await runner.inspect().store.listRuns({})).rows[0]?.status;
  return { effects, runner, code, statusNow };
}

describe('when the store rejects the result of a call', () => {
  it.each([
    ['once', 1],
    ['and rejects the end of the run too', 3],
  ])('%s, a person is asked for the outcome, in the same process', async (_case, commits) => {
    const { effects, runner, code } = await runOn(fullFrom('effect.end', commits));
    expect(code).toBe('AGENTS-E-STORE');
    expect(effects.done).toEqual(['a']);
    for (let poll = 0; poll < 40 && (await runner.getPendingApprovals()).length === 0; poll += 1) {
      await sleep(100);
      await runner.recoverRuns();
    }
    const [request] = await runner.getPendingApprovals();
    expect(request).toMatchObject({ kind: 'outcome', tool_id: 'erase' });
    const { token } = await runner.resolveOutcome(request?.approval_id ?? '', 'done', {
      by: { id: 'mika' },
    });
    await runner.resumeRun(request?.run_id ?? '', token);
    expect(effects.done).toEqual(['a']);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
    await runner.close();
  });
});

describe('when the store rejects a decision that continues the run', () => {
  it('neither decision nor continuation is stored, and both can be repeated', async () => {
    const effects = new Effects();
    const agent = effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })]]);
    const runner = runnerWithJudge('needs_human', { store: fullFrom('run.claim', 1), agents: [agent] });
    const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a.');
    const approvalId = interruptions[0]?.approval_id ?? '';
    const decide = () => runner.approveAndResume(runId, approvalId, { decision: 'approve' });
    await expect(decide()).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    expect((await runner.getPendingApprovals(runId)).map(({ status }) => status)).toEqual(['pending']);
    await decide();
    expect(effects.done).toEqual(['a']);
    const events = (await runner.getExecutionLogs({ runId })).map(({ event }) => event);
    expect(events.filter((event) => event === 'approval.approved')).toHaveLength(1);
    await expect(decide()).rejects.toMatchObject({ code: 'AGENTS-E-APPROVAL-INVALID' });
    await runner.close();
  });
});

/** A store that fails to return effects after a run is claimed, while the fault is on. */
function storeWithFailingReads(fault: { isOn: boolean }): OpenStore {
  return async ({ link, clock }) => {
    const store = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
    const getEffects = store.getEffects.bind(store);
    const commit = store.commit.bind(store);
    let isClaimed = false;
    store.commit = async (writes) => {
      const outcome = await commit(writes);
      isClaimed ||= writes.some(({ kind }) => kind === 'run.claim');
      return outcome;
    };
    // Without this method the rows are read again after the claim.
    store.loadRun = async () => undefined;
    store.getEffects = async (runId) => {
      if (!fault.isOn || !isClaimed) return getEffects(runId);
      throw new SekishoError('AGENTS-E-STORE', 'The disk is gone.');
    };
    return store;
  };
}

const CLAIM_METHODS: Record<
  string,
  (runner: AgentRunner, runId: string, approvalId: string) => Promise<unknown>
> = {
  resumed: (runner, runId, approvalId) => runner.approveAndResume(runId, approvalId, { decision: 'approve' }),
  recovered: async (runner, runId, approvalId) => {
    await runner.segments.decide(runId, approvalId, 'approve');
    throw (await runner.recoverRuns()).failed[0]?.error;
  },
};

describe('when the store cannot return the earlier effects of a claimed run', () => {
  it.each(Object.entries(CLAIM_METHODS))(
    'a run that is %s is released for the next process',
    async (_how, claim) => {
      const fault = { isOn: false };
      const effects = new Effects();
      const agent = effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })]]);
      const runner = runnerWithJudge('needs_human', { store: storeWithFailingReads(fault), agents: [agent] });
      const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a.');
      fault.isOn = true;
      await expect(claim(runner, runId, interruptions[0]?.approval_id ?? '')).rejects.toMatchObject({
        code: 'AGENTS-E-STORE',
      });
      expect(effects.done).toEqual([]);
      fault.isOn = false;
      const { results } = await runner.recoverRuns();
      expect(results.map(({ run_id: id }) => id)).toEqual([runId]);
      expect(effects.done).toEqual(['a']);
      expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
      await runner.close();
    },
  );
});

describe('when the store rejects the end of a run', () => {
  it.each([1, 2])(
    'the run is stored as failed when the store is available again, after %i failures',
    async (commits) => {
      const { effects, runner, code, statusNow } = await runOn(fullFrom('run.finish', commits));
      expect(code).toBe('AGENTS-E-STORE');
      for (let poll = 0; poll < 40 && (await statusNow()) === 'running'; poll += 1) await sleep(100);
      expect(await statusNow()).toBe('failed');
      expect(effects.done).toEqual(['a']);
      expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
      await runner.close();
    },
  );
});

/** A declared read that is slow enough for its writes to start before it ends. */
const look = tool({
  name: 'look',
  description: 'Looks at something.',
  parameters: z.object({ what: z.string() }),
  extensions: { manifest: { effect: 'read' } },
  execute: async ({ what }) => {
    await sleep(40);
    return `${what} is there.`;
  },
});

/** A run of two reads, in a profile in which missing records do not stop reads. */
async function readsOn(store: OpenStore) {
  const steps = ['a', 'b'].map((what, index) => [functionCall(`call_${index}`, 'look', { what })]);
  const agent = new Effects().clerk(steps, { tools: [look] });
  const runner = runnerWithJudge('allow', { store, agents: [agent], auditMode: 'best_effort' });
  const result = await runner.run(agent, 'Please look at a and b.');
  const { run_id: runId } = result;
  const statusNow = async () => (await runner.inspect().store.getRun(runId))?.status;
  for (let round = 0; round < 40 && (await statusNow()) === 'running'; round += 1) await sleep(100);
  return { runner, runId, statusNow };
}

describe('when the store is unavailable while a run only reads', () => {
  it.each([
    ['effect.start', 1],
    ['effect.start', 2],
    ['effect.start', 4],
    ['effect.end', 1],
    ['effect.end', 3],
    ['run.finish', 1],
    ['run.finish', 2],
  ] as const)(
    'from %s on for %i commits, the run continues, and nothing is missing afterwards',
    async (kind, commits) => {
      const { runner, runId, statusNow } = await readsOn(fullFrom(kind, commits));
      expect(await statusNow()).toBe('done');
      const effects = await runner.inspect().store.getEffects(runId);
      expect(effects.map(({ status }) => status)).toEqual(['done', 'done']);
      const logs = await runner.getExecutionLogs({ runId });
      const events = logs.map(({ event }) => event).toSorted();
      expect(events).toEqual([
        'gate.decision',
        'gate.decision',
        'run.finished',
        'run.started',
        'tool.result',
        'tool.result',
        'tool.start',
        'tool.start',
      ]);
      expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
      await runner.close();
    },
  );
});
