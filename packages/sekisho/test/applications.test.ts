import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  Agent,
  createRunner,
  RuleSafetyAgent,
  RunState,
  tool,
  type AgentRunner,
  type AgentRunnerOptions,
  type WorkerHandle,
} from '../src/index.ts';
import { Keyring } from '../../engine/src/config/keyring.ts';
import { openContinuation, sealContinuation } from '../../engine/src/run/continuation.ts';
import {
  assistantText,
  functionCall,
  scriptedModel,
  type ScriptedStep,
} from '../src/testing/scripted-model.ts';

const secret = randomBytes(32);
let directory: string;
let sent: string[];
let runners: AgentRunner[];
let workers: WorkerHandle[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-applications-'));
  [sent, runners, workers] = [[], [], []];
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all(runners.map((runner) => runner.close({ timeoutMs: 0 })));
  rmSync(directory, { recursive: true });
});

/** An agent that sends a mail; `sent` contains the applications that executed the call. */
function mailAssistant(application: string): Agent {
  const send = tool({
    name: 'send_mail',
    description: 'Sends a mail.',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
    needsApproval: true,
    execute: async () => {
      sent.push(application);
      return 'sent';
    },
  });
  const step: ScriptedStep = ({ input }) =>
    typeof input !== 'string' && input.some((item) => item.type === 'function_call_result')
      ? [assistantText('It is sent.')]
      : [functionCall('c1', 'send_mail', {})];
  const model = scriptedModel(Array.from({ length: 100 }, () => step));
  return new Agent({ name: 'mail-assistant', model, tools: [send] });
}

function machine(
  application: string | undefined,
  options: Partial<AgentRunnerOptions> = {},
): { agent: Agent; runner: AgentRunner } {
  const agent = mailAssistant(application ?? 'default');
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: { directory },
    secret,
    agents: [agent],
    application,
    ...options,
  });
  runners.push(runner);
  return { agent, runner };
}

async function work(runner: AgentRunner): Promise<WorkerHandle> {
  const worker = await runner.segments.work({ pollMs: 10 });
  workers.push(worker);
  return worker;
}

/** A run of "shop" that waits for a person. */
async function waitingRunOfShop() {
  const shop = machine('shop');
  const result = await shop.runner.run(shop.agent, 'Write to Ann.');
  const [approval] = await shop.runner.getPendingApprovals(result.run_id);
  return { shop: shop.runner, result, runId: result.run_id, approvalId: approval?.approval_id ?? '' };
}

const statusOf = async (runner: AgentRunner, runId: string) =>
  (await runner.inspect().store.getRun(runId))?.status;

async function until(check: () => Promise<boolean>): Promise<void> {
  await expect.poll(check, { timeout: 20_000, interval: 10 }).toBe(true);
}

const change = (sql: string) => {
  const database = new DatabaseSync(join(directory, 'state.db'));
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
};

describe('the application of a run', () => {
  it('is stored in its row and recorded when it starts', async () => {
    const { shop, runId } = await waitingRunOfShop();
    expect(await shop.inspect().store.getRun(runId)).toMatchObject({ application: 'shop' });
    const [started] = await shop.getExecutionLogs({ runId, event: 'run.started' });
    expect(started?.data).toMatchObject({ application: 'shop', agent: 'mail-assistant' });
  });

  it('comes from SEKISHO_APPLICATION when there is no option', () => {
    expect(machine(undefined).runner.inspect().application).toBe('sekisho-tests');
    expect(machine('shop').runner.inspect().application).toBe('shop');
  });

  it('is rejected when it is not a valid name', () => {
    expect(() => machine('')).toThrow(expect.objectContaining({ code: 'AGENTS-E-RUNNER-CONFIG' }));
    expect(() => machine('a\nb')).toThrow(expect.objectContaining({ code: 'AGENTS-E-RUNNER-CONFIG' }));
  });
});

describe('a process of another application', () => {
  const foreign = expect.objectContaining({
    code: 'AGENTS-E-RUN-APPLICATION',
    message: expect.stringMatching(/"shop".*"bank".*createRunner\(\{ application: 'shop' \}\)/s),
  });
  type Waiting = Awaited<ReturnType<typeof waitingRunOfShop>>;

  it.each([
    ['a token', async (bank, { runId }, token) => bank.resumeRun(runId, token)],
    [
      'a decision',
      async (bank, { runId, approvalId }) =>
        bank.approveAndResume(runId, approvalId, { decision: 'approve', by: { id: 'mika' } }),
    ],
    ['its own wait', async (bank, { runId }) => bank.resumeWhenDecided(runId)],
  ] satisfies [string, (bank: AgentRunner, waiting: Waiting, token: string) => Promise<unknown>][])(
    'does not continue a run with %s, and uses up nothing',
    async (name, resume) => {
      const waiting = await waitingRunOfShop();
      const { shop, runId, approvalId } = waiting;
      const isDecided = name !== 'a decision';
      const { token } = isDecided ? await shop.submitApproval(approvalId, 'approve') : { token: '' };
      await expect(resume(machine('bank').runner, waiting, token)).rejects.toThrow(foreign);
      expect(sent).toEqual([]);
      if (isDecided) await shop.resumeRun(runId, token);
      else await shop.approveAndResume(runId, approvalId, { decision: 'approve', by: { id: 'mika' } });
      expect(sent).toEqual(['shop']);
    },
  );

  it('does not continue a run through run(), with a token or with a state', async () => {
    const { shop, result, approvalId } = await waitingRunOfShop();
    const bank = machine('bank');
    const { token } = await shop.submitApproval(approvalId, 'approve');
    await expect(
      bank.runner.run(bank.agent, 'Continue.', { extensions: { resume: { token } } }),
    ).rejects.toThrow(foreign);
    const state = await RunState.fromString(bank.agent, result.state.toString());
    await expect(bank.runner.run(bank.agent, state)).rejects.toThrow(foreign);
    expect(sent).toEqual([]);
  });

  it('does not recover, list or claim a run', async () => {
    const { shop, runId, approvalId } = await waitingRunOfShop();
    await shop.segments.decide(runId, approvalId, 'approve', { by: { id: 'mika' } });
    const bank = machine('bank').runner;
    expect(await bank.recoverRuns()).toEqual({ results: [], asked: [], failed: [] });
    expect(await bank.segments.next(10)).toEqual([]);
    expect(await bank.segments.waiting([runId])).toEqual([]);
    expect(await bank.segments.resumeSegment(runId)).toEqual({ kind: 'elsewhere' });
    expect(sent).toEqual([]);
    expect((await shop.recoverRuns()).results).toHaveLength(1);
    expect(sent).toEqual(['shop']);
  });

  it('submits a decision, and a worker of the run\u2019s own application continues it', async () => {
    const { runId, approvalId } = await waitingRunOfShop();
    const bank = machine('bank').runner;
    await work(bank);
    await bank.segments.decide(runId, approvalId, 'approve', { by: { id: 'mika' } });
    const shop = machine('shop').runner;
    await work(shop);
    await until(async () => (await statusOf(shop, runId)) === 'done');
    expect(sent).toEqual(['shop']);
    expect(await shop.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('submits a decision without the policy profile of the run', async () => {
    const emptyPolicies = { getProfile: async () => undefined, setProfile: async () => undefined };
    const shop = machine('shop');
    const { run_id: runId } = await shop.runner.run(shop.agent, 'Write to Ann.');
    const [approval] = await shop.runner.getPendingApprovals(runId);
    const bank = machine('bank', {
      policyStore: {
        ...emptyPolicies,
        getProfile: async () => {
          throw new Error('This application has no such profile.');
        },
      },
    });
    await bank.runner.segments.decide(runId, approval?.approval_id ?? '', 'approve');
    expect((await shop.runner.recoverRuns()).results).toHaveLength(1);
    expect(sent).toEqual(['shop']);
  });
});

describe('a row that was changed in the store', () => {
  it('does not move a run to another application', async () => {
    const { shop, runId, approvalId } = await waitingRunOfShop();
    const { token } = await shop.submitApproval(approvalId, 'approve');
    change(`update runs set application = 'bank'`);
    const bank = machine('bank').runner;
    const changed = expect.objectContaining({ code: 'AGENTS-E-RUN-STATE' });
    await expect(bank.resumeRun(runId, token)).rejects.toThrow(changed);
    await expect(bank.segments.resume(token)).rejects.toThrow(changed);
    change(`update runs set status = 'running', owner = 'queue', segment = segment + 1`);
    expect((await bank.recoverRuns()).failed).toMatchObject([{ error: { code: 'AGENTS-E-RUN-STATE' } }]);
    expect(await bank.segments.resumeSegment(runId)).toMatchObject({ kind: 'failed' });
    expect(sent).toEqual([]);
  });

  it('does not allow another application to adopt a run', async () => {
    const { shop, runId, approvalId } = await waitingRunOfShop();
    const { token } = await shop.submitApproval(approvalId, 'approve');
    change(`update runs set application = ''`);
    const bank = machine('bank', { adoptRuns: ['mail-assistant'] }).runner;
    await expect(bank.resumeRun(runId, token)).rejects.toThrow(
      expect.objectContaining({ code: 'AGENTS-E-RUN-STATE' }),
    );
    expect(sent).toEqual([]);
  });
});

describe('a run of version 0.1, which has no application', () => {
  async function waitingRunOfOldVersion() {
    const waiting = await waitingRunOfShop();
    const { shop, runId, approvalId } = waiting;
    const keyring = new Keyring(secret);
    const { store } = shop.inspect();
    const run = await store.getRun(runId);
    if (run === undefined) throw new Error('The run is missing.');
    const { application: _application, ...continuation } = openContinuation(keyring, run).continuation;
    const place = { runId, segment: run.segment, purpose: 'state' } as const;
    const state = Buffer.from(sealContinuation(keyring, place, continuation)).toString('hex');
    change(`update runs set application = '', state = x'${state}'`);
    const { token } = await shop.submitApproval(approvalId, 'approve');
    return { ...waiting, token };
  }

  it('is not executed before an application adopts runs of its agent', async () => {
    const { shop, runId, token } = await waitingRunOfOldVersion();
    await expect(shop.resumeRun(runId, token)).rejects.toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-RUN-APPLICATION',
        message: expect.stringContaining(`adoptRuns: ['mail-assistant']`),
      }),
    );
    const other = machine('shop', { adoptRuns: ['file-clerk'] }).runner;
    await expect(other.resumeRun(runId, token)).rejects.toMatchObject({ code: 'AGENTS-E-RUN-APPLICATION' });
    expect(sent).toEqual([]);
  });

  it('belongs permanently to the application that adopted it, and the log records it', async () => {
    const { runId, token } = await waitingRunOfOldVersion();
    const adopter = machine('bank', { adoptRuns: ['mail-assistant'] }).runner;
    await adopter.resumeRun(runId, token);
    expect(sent).toEqual(['bank']);
    expect(await adopter.inspect().store.getRun(runId)).toMatchObject({ application: 'bank' });
    const [adopted] = await adopter.getExecutionLogs({ runId, event: 'run.adopted' });
    expect(adopted?.data).toEqual({ application: 'bank', agent: 'mail-assistant' });
  });

  it('is adopted by a worker', async () => {
    const { shop, runId, token } = await waitingRunOfOldVersion();
    await shop.segments.resume(token);
    const adopter = machine('bank', { adoptRuns: ['mail-assistant'] }).runner;
    await work(adopter);
    await until(async () => (await statusOf(adopter, runId)) === 'done');
    expect(sent).toEqual(['bank']);
  });
});

describe('resumeWhenDecided', () => {
  it('continues a run that another process decides, and returns its result', async () => {
    const { shop, runId, approvalId } = await waitingRunOfShop();
    const waiting = shop.resumeWhenDecided(runId);
    const { store } = shop.inspect();
    await until(async () => (await store.listLiveApplications()).includes('shop'));
    await machine('bank').runner.submitApproval(approvalId, 'approve', { by: { id: 'mika' } });
    expect(await waiting).toMatchObject({ run_id: runId, finalOutput: 'It is sent.' });
    expect(sent).toEqual(['shop']);
  });

  it('continues a run immediately when it was decided and queued before', async () => {
    const { shop, runId, approvalId } = await waitingRunOfShop();
    await machine('bank').runner.segments.decide(runId, approvalId, 'approve');
    expect(await shop.resumeWhenDecided(runId)).toMatchObject({ finalOutput: 'It is sent.' });
    expect(sent).toEqual(['shop']);
  });

  it('stops waiting when it is aborted, and the application then has no process', async () => {
    const { shop, runId } = await waitingRunOfShop();
    const stop = new AbortController();
    const waiting = shop.resumeWhenDecided(runId, { signal: stop.signal });
    const { store } = shop.inspect();
    await until(async () => (await store.listLiveApplications()).includes('shop'));
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(await store.listLiveApplications()).toEqual([]);
    expect(await statusOf(shop, runId)).toBe('suspended');
  });

  it('reports that another process has continued the run to its end', async () => {
    const { shop, runId, approvalId } = await waitingRunOfShop();
    await shop.approveAndResume(runId, approvalId, { decision: 'approve', by: { id: 'mika' } });
    await expect(shop.resumeWhenDecided(runId)).rejects.toMatchObject({ code: 'AGENTS-E-RUN-CONFLICT' });
    await expect(shop.resumeWhenDecided('run_x')).rejects.toMatchObject({ code: 'AGENTS-E-RUN-NOT-FOUND' });
  });

  it('allows only one of two waiting processes to continue', async () => {
    const { shop, runId, approvalId } = await waitingRunOfShop();
    const secondProcess = machine('shop').runner;
    const both = Promise.allSettled([shop.resumeWhenDecided(runId), secondProcess.resumeWhenDecided(runId)]);
    await machine('bank').runner.segments.decide(runId, approvalId, 'approve');
    expect((await both).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(sent).toEqual(['shop']);
  });
});
