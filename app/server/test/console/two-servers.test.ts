import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRunner, openSqliteStateStore, RuleSafetyAgent, type AgentRunnerOptions } from 'sekisho';
import { describe, expect, it } from 'vitest';
import { createDemoAgents } from '../../src/playground/demo-agents.ts';
import { ScenarioModel } from '../../src/playground/scenario-model.ts';
import { makeFolder, startConsole, until } from './start-console.ts';

describe('two servers on one store', () => {
  it('accept one decision, resume the run once, and share sessions', async () => {
    const dataDir = makeFolder();
    const [one, other] = [await startConsole({}, { dataDir }), await startConsole({}, { dataDir })];
    const runId = await one.play('files-poisoned');
    const [question] = await other.pending(runId);
    const decide = (server: typeof one, name: 'mika' | 'taro') =>
      server.call(
        'POST',
        `/api/approvals/${question.approval_id}/decision`,
        { decision: 'approve', action_digest: question.action_digest },
        server.as(name),
      );
    const answers = await Promise.all([decide(one, 'mika'), decide(other, 'taro')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await until(async () => (await one.statusOf(runId)) === 'done');
    const { text } = await other.call('GET', `/api/runs/${runId}/log.jsonl`);
    const deletions = text
      .split('\n')
      .filter((line) => /"tool\.start".*delete_file|delete_file.*"tool\.start"/.test(line));
    expect(deletions).toHaveLength(1);
    const signedIn = await one.call('POST', '/api/session', { token: await one.console.createLoginLink() });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const there = await other.call('GET', '/api/session', undefined, { authorization: '', cookie });
    expect(there.json.user.id).toBe('local');
  });

  it('create the demo run once', async () => {
    const dataDir = makeFolder();
    const [one, other] = [await startConsole({}, { dataDir }), await startConsole({}, { dataDir })];
    await Promise.all([one.console.start(), other.console.start()]);
    await until(async () => (await one.call('GET', '/api/approvals')).json.items.length === 2);
    await one.stop();
    const again = await startConsole({}, { dataDir });
    await again.console.start();
    expect((await again.call('GET', '/api/runs')).json.items).toMatchObject([
      { scenario: 'mail-poisoned', started_by: 'demo', status: 'suspended' },
    ]);
  });
});

describe('a server that starts', () => {
  it('resumes runs that were decided before the last shutdown', async () => {
    const dataDir = makeFolder();
    let now = Date.now();
    const first = await startConsole({}, { dataDir, clock: () => now });
    const runId = await first.play('files-poisoned');
    const [question] = await first.pending(runId);
    await first.stop();
    const runner = runnerOn(dataDir);
    await runner.submitApproval(question.approval_id, 'approve', { by: { id: 'mika' } });
    await runner.close();
    now = Date.now() + 60_000;
    const second = await startConsole({ DEMO: 'playground' }, { dataDir, clock: () => now });
    await second.console.start();
    await until(async () => (await second.statusOf(runId)) !== 'suspended');
    await until(async () => (await second.statusOf(runId)) !== 'running');
    expect(await second.statusOf(runId)).toBe('done');
  });

  it.each([
    ['abort', 'denied'],
    ['done', 'done'],
  ])(
    'requests a decision about a call with an unknown outcome; after "%s" the run is %s',
    async (decision, end) => {
      const dataDir = makeFolder();
      let now = Date.now();
      const first = await startConsole({ DEMO: 'playground' }, { dataDir, clock: () => now });
      const runId = await first.play('files-poisoned');
      const [asked] = await first.pending(runId);
      await first.stop();
      // The simulated crash: the call was started, and its process never recorded the outcome.
      const begun = Promise.withResolvers<void>();
      const agents = createDemoAgents({
        model: new ScenarioModel(async () => {}),
        runCall: () => {
          begun.resolve();
          return new Promise(() => {});
        },
      });
      const crashedAt = now;
      const crashed = runnerOn(dataDir, { application: 'sekisho-demo', agents, clock: () => crashedAt });
      void crashed.approveAndResume(runId, asked.approval_id, { decision: 'approve', by: { id: 'mika' } });
      await begun.promise;
      now += 3_600_000;
      const second = await startConsole({ DEMO: 'playground' }, { dataDir, clock: () => now });
      await second.console.start();
      const [question] = (await second.call('GET', '/api/approvals?kind=outcome')).json.items;
      expect(question).toMatchObject({
        kind: 'outcome',
        tool_id: 'delete_file',
        run_id: runId,
        can_edit: false,
      });
      const path = `/api/approvals/${question.approval_id}`;
      const wrong = await second.call('POST', `${path}/decision`, {
        decision: 'approve',
        action_digest: question.action_digest,
      });
      expect(wrong.json.code).toBe('InvalidRequest');
      const body = { action_digest: question.action_digest, comment: 'I looked.' };
      const retry = await second.call('POST', `${path}/outcome`, { ...body, decision: 'retry' });
      expect(retry.json.code).toBe('ConfirmationNeeded');
      const done = await second.call('POST', `${path}/outcome`, { ...body, decision });
      expect([done.status, done.json.resume]).toEqual([200, 'started']);
      await until(async () => (await second.statusOf(runId)) === end);
      expect(asked.kind).toBe('call');
    },
  );
});

/** Creates a runner of another process on the store of a server. */
function runnerOn(dataDir: string, options: Partial<AgentRunnerOptions> = {}) {
  return createRunner({
    safetyAgent: new RuleSafetyAgent(),
    secret: Buffer.from(readFileSync(join(dataDir, 'key'), 'utf8'), 'base64url'),
    store: ({ link, clock }) => openSqliteStateStore({ path: join(dataDir, 'state.db'), link, clock }),
    ...options,
  });
}
