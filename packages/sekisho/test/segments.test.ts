import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  Agent,
  createRunner,
  RuleSafetyAgent,
  tool,
  type AgentRunner,
  type WorkerHandle,
  type WorkerOptions,
} from '../src/index.ts';
import {
  assistantText,
  functionCall,
  scriptedModel,
  type ScriptedStep,
} from '../src/testing/scripted-model.ts';

let directory: string;
const runners: AgentRunner[] = [];
const workers: WorkerHandle[] = [];
const sent: string[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-segments-'));
  sent.length = 0;
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await Promise.all(runners.splice(0).map((runner) => runner.close({ timeoutMs: 0 })));
  rmSync(directory, { recursive: true });
});

/** An agent that sends a mail after approval. */
function clerk(name = 'clerk', ms = 0) {
  const send = tool({
    name: 'send_mail',
    description: 'Sends a mail.',
    parameters: {
      type: 'object',
      properties: { to: { type: 'string' } },
      required: ['to'],
      additionalProperties: false,
    },
    needsApproval: true,
    execute: async (args) => {
      await sleep(ms);
      sent.push(JSON.stringify(args));
      return 'sent';
    },
  });
  // The model responds by the length of the conversation, so any number of runs share it.
  const step: ScriptedStep = ({ input }) =>
    typeof input !== 'string' && input.some((item) => item.type === 'function_call_result')
      ? [assistantText('It is sent.')]
      : [functionCall('c1', 'send_mail', { to: 'ann@example.com' })];
  const model = scriptedModel(Array.from({ length: 1000 }, () => step));
  return new Agent({ name, model, tools: [send] });
}

function machine(agents: Agent[], leaseMs = 30_000): AgentRunner {
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: { directory },
    agents,
    leaseMs,
  });
  runners.push(runner);
  return runner;
}

async function work(runner: AgentRunner, options: WorkerOptions = {}): Promise<WorkerHandle> {
  const worker = await runner.segments.work({ pollMs: 10, ...options });
  workers.push(worker);
  return worker;
}

async function until<T>(check: () => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < 500; round += 1) {
    const found = await check();
    if (found !== undefined) return found;
    await sleep(10);
  }
  throw new Error('The condition was not met in time.');
}

/** A clock that advances by one minute on every read, so that periodic work of a worker runs immediately. */
function fastClock(): () => number {
  let now = Date.now();
  return () => (now += 60_000);
}

const statusOf = async (runner: AgentRunner, runId: string) =>
  (await runner.inspect().store.getRun(runId))?.status;

const asked = (runner: AgentRunner, runId: string) =>
  until(async () => (await runner.getPendingApprovals()).find(({ run_id: id }) => id === runId));

describe('segments', () => {
  it('are executed by a worker in another process, from start to end', async () => {
    const server = machine([]);
    const { run_id: runId, segment_id: first } = await server.segments.start('clerk', 'Write to Ann.');
    expect(first).toBe(`seg:${runId}:0`);
    expect(await statusOf(server, runId)).toBe('running');
    await work(machine([clerk()]));
    const { approval_id: id } = await asked(server, runId);
    const { token } = await server.submitApproval(id, 'approve', { by: { id: 'bob' } });
    expect(await server.segments.resume(token)).toEqual({
      run_id: runId,
      segment: 1,
      segment_id: `seg:${runId}:1`,
    });
    await until(async () => ((await statusOf(server, runId)) === 'done' ? true : undefined));
    expect(sent).toEqual(['{"to":"ann@example.com"}']);
    expect(await server.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('use a token once: the second resume is rejected and nothing runs twice', async () => {
    const server = machine([]);
    const worker = machine([clerk()]);
    await work(worker);
    const { run_id: runId } = await server.segments.start('clerk', 'Write to Ann.');
    const { approval_id: id } = await asked(server, runId);
    const { token } = await server.submitApproval(id, 'approve');
    const tries = await Promise.allSettled([
      server.segments.resume(token),
      worker.segments.resume(token),
      server.segments.resume(token),
    ]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await until(async () => ((await statusOf(server, runId)) === 'done' ? true : undefined));
    expect(sent).toHaveLength(1);
  });

  it('are not claimed by a process without their agent, and the token stays valid', async () => {
    const other = machine([]);
    const owner = machine([clerk()]);
    const { run_id: runId, interruptions } = await owner.run(clerk(), 'Write to Ann.');
    const id = interruptions[0]?.approval_id ?? '';
    const unknown = { code: 'AGENTS-E-RUNNER-CONFIG' };
    await expect(other.approveAndResume(runId, id, { decision: 'approve' })).rejects.toMatchObject(unknown);
    const { token } = await other.submitApproval(id, 'approve');
    await expect(other.resumeRun(runId, token)).rejects.toMatchObject(unknown);
    expect((await owner.resumeRun(runId, token)).output_text).toBe('It is sent.');
    expect(sent).toHaveLength(1);
  });

  it('continue after a decision in one step, for one of several concurrent decisions', async () => {
    const server = machine([]);
    const other = machine([]);
    await work(machine([clerk()]));
    const { run_id: runId } = await server.segments.start('clerk', 'Write to Ann.');
    const { approval_id: id } = await asked(server, runId);
    const by = { id: 'bob' };
    const tries = await Promise.allSettled([
      server.segments.decide(runId, id, 'approve', { by }),
      other.segments.decide(runId, id, 'approve', { by }),
      server.segments.decide(runId, id, 'deny', { by }),
    ]);
    const [accepted] = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(accepted).toEqual({ run_id: runId, segment: 1, segment_id: `seg:${runId}:1` });
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await until(async () => ((await statusOf(server, runId)) === 'done' ? true : undefined));
    expect(sent.length).toBe(tries[2]?.status === 'fulfilled' ? 0 : 1);
    const events = (await server.getExecutionLogs({ runId })).map(({ event }) => event);
    expect(events.filter((event) => event === 'run.resumed')).toHaveLength(1);
    expect(await server.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('are executed once by any number of workers', async () => {
    const server = machine([]);
    for (let index = 0; index < 4; index += 1) await work(machine([clerk()]), { concurrency: 3 });
    const started = await Promise.all(
      Array.from({ length: 20 }, () => server.segments.start('clerk', 'Write to Ann.')),
    );
    for (const { run_id: runId } of started) {
      const { approval_id: id } = await asked(server, runId);
      const { token } = await server.submitApproval(id, 'approve');
      await server.segments.resume(token);
    }
    for (const { run_id: runId } of started)
      await until(async () => ((await statusOf(server, runId)) === 'done' ? true : undefined));
    expect(sent).toHaveLength(20);
  });

  it('wait for a worker that has their agent', async () => {
    const server = machine([]);
    for (let index = 0; index < 60; index += 1) await server.segments.start('cook', 'Cook.');
    const { run_id: runId } = await server.segments.start('clerk', 'Write to Ann.');
    await work(machine([clerk()]), { concurrency: 2 });
    await asked(server, runId);
    expect(await server.segments.next(10)).toEqual([]);
  });

  it('of a newer version are left to a worker that can read them', async () => {
    const server = machine([]);
    const worker = machine([clerk()]);
    const { store } = worker.inspect();
    const run = { run_id: 'run_new', status: 'running', segment: 0, epoch: 1, owner: 'queue' } as const;
    await store.commit([
      {
        kind: 'run.open',
        run: {
          ...run,
          application: worker.inspect().application,
          agent_name: 'clerk',
          sdk_version: '0.21',
          state: null,
        },
      },
    ]);
    expect(await worker.segments.next(10)).toEqual([]);
    expect(await worker.segments.resumeSegment('run_new')).toEqual({ kind: 'elsewhere' });
    expect(await statusOf(server, 'run_new')).toBe('running');
  });

  it('of a crashed worker require a decision about a call that may have had its effect', async () => {
    const server = machine([]);
    const crashing = machine([clerk('clerk', 60_000)]);
    const { run_id: runId } = await server.segments.start('clerk', 'Write to Ann.');
    await crashing.segments.resumeSegment(runId);
    const { approval_id: id } = await asked(server, runId);
    const { token } = await server.submitApproval(id, 'approve');
    await server.segments.resume(token);
    // The worker is sending the mail when the engine assigns the run to another worker.
    void crashing.segments.resumeSegment(runId);
    await until(async () =>
      (await server.inspect().store.getEffects(runId)).some(({ status }) => status === 'started')
        ? true
        : undefined,
    );
    const other = machine([clerk()]);
    expect(await other.segments.resumeSegment(runId)).toEqual({ kind: 'elsewhere' });
    const outcome = await other.segments.resumeSegment(
      runId,
      (await server.inspect().store.getRun(runId))?.epoch,
    );
    expect(outcome).toMatchObject({
      kind: 'asked',
      approvals: [{ kind: 'outcome', tool_id: 'send_mail', args_masked: '{"to":"ann@example.com"}' }],
    });
    expect(sent).toEqual([]);
  });

  it('need a persistent store and an input', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });
    await expect(runner.segments.start('clerk', 'Write.')).rejects.toMatchObject({
      code: 'AGENTS-E-RUNNER-CONFIG',
    });
    await expect(machine([]).segments.start('clerk', [])).rejects.toMatchObject({
      code: 'AGENTS-E-INPUT-INVALID',
    });
    await expect(machine([]).segments.resume('nonsense')).rejects.toMatchObject({
      code: 'AGENTS-E-RESUME-TOKEN',
    });
  });
});

describe('a worker', () => {
  it('drains: claims nothing new, and completes its active segments', async () => {
    const server = machine([]);
    const runner = machine([clerk('clerk', 200)]);
    const { run_id: runId } = await server.segments.start('clerk', 'Write to Ann.');
    const worker = await work(runner, { concurrency: 1 });
    const { approval_id: id } = await asked(server, runId);
    const { token } = await server.submitApproval(id, 'approve');
    await server.segments.resume(token);
    await until(async () => (worker.status.running.includes(runId) ? true : undefined));
    const later = await server.segments.start('clerk', 'Write to Ann.');
    await worker.stop();
    expect(await statusOf(server, runId)).toBe('done');
    expect(sent).toHaveLength(1);
    await expect(server.getPendingApprovals(later.run_id)).rejects.toMatchObject({
      code: 'AGENTS-E-APPROVAL-NOT-FOUND',
    });
  });

  it('respects the limits of an agent', async () => {
    const server = machine([]);
    for (let index = 0; index < 3; index += 1) await server.segments.start('clerk', 'Write to Ann.');
    const outcomes: string[] = [];
    const runner = machine([clerk()]);
    const { next } = runner.segments;
    let polls = 0;
    runner.segments.next = (limit) => {
      polls += 1;
      return next.call(runner.segments, limit);
    };
    await work(runner, {
      agents: { clerk: { perMinute: 2 } },
      onOutcome: (runId) => outcomes.push(runId),
    });
    await until(async () => (outcomes.length === 2 ? true : undefined));
    const before = polls;
    await until(async () => (polls >= before + 3 ? true : undefined));
    expect(outcomes).toHaveLength(2);
  });

  it('expires overdue approval requests and resumes their runs', async () => {
    let now = Date.now();
    const runner = createRunner({
      safetyAgent: new RuleSafetyAgent(),
      store: { directory },
      agents: [clerk()],
      approvalTtlSec: 60,
      clock: () => now,
    });
    runners.push(runner);
    const { run_id: runId } = await runner.segments.start('clerk', 'Write to Ann.');
    await work(runner, { clock: () => now });
    await asked(runner, runId);
    now += 120_000;
    await until(async () => ((await statusOf(runner, runId)) === 'done' ? true : undefined));
    expect(sent).toEqual([]);
  });

  it('continues a decided run of a server that crashed before it could continue it', async () => {
    const server = machine([]);
    const { run_id: runId } = await server.segments.start('clerk', 'Write to Ann.');
    await work(machine([clerk()]), { adoptAfterMs: 0, clock: fastClock() });
    const { approval_id: id } = await asked(server, runId);
    await server.submitApproval(id, 'approve');
    await until(async () => ((await statusOf(server, runId)) === 'done' ? true : undefined));
    expect(sent).toHaveLength(1);
  });

  it('continues to poll when the store fails temporarily', async () => {
    const errors: unknown[] = [];
    const runner = machine([clerk()]);
    const { next } = runner.segments;
    let failures = 2;
    runner.segments.next = (limit) =>
      (failures -= 1) >= 0 ? Promise.reject(new Error('down')) : next.call(runner.segments, limit);
    const { run_id: runId } = await runner.segments.start('clerk', 'Write to Ann.');
    await work(runner, { onError: (error) => errors.push(error) });
    await asked(runner, runId);
    expect(errors).toHaveLength(2);
  });
});

describe('a decision before the run is suspended', () => {
  it('continues the run after it is suspended', async () => {
    const decided = Promise.withResolvers<void>();
    const look = tool({
      name: 'look',
      description: 'Looks until a person decides the other call.',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
      extensions: { manifest: { effect: 'read' } },
      execute: async () => {
        await decided.promise;
        return 'seen';
      },
    });
    const wipe = tool({
      name: 'wipe',
      description: 'Wipes.',
      parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
      needsApproval: true,
      execute: async () => {
        sent.push('wiped');
        return 'wiped';
      },
    });
    const model = scriptedModel([[functionCall('c1', 'look', {}), functionCall('c2', 'wipe', {})]]);
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });
    const running = runner.run(new Agent({ name: 'hasty', model, tools: [look, wipe] }), 'Look and wipe.');
    const { approval_id: id, run_id: runId } = await until(
      async () => (await runner.getPendingApprovals())[0],
    );
    expect(await statusOf(runner, runId)).toBe('running');
    const resumed = runner.approveAndResume(runId, id, { decision: 'approve' });
    decided.resolve();
    expect((await resumed).finalOutput).toBe('done');
    expect((await running).interruptions).toHaveLength(1);
    expect(sent).toEqual(['wiped']);
  });
});
