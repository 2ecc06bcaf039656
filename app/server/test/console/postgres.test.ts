import { randomBytes } from 'node:crypto';
import { postgresStore } from '@sekisho/postgres';
import { sharedPostgres } from '../../../../test/shared-postgres.ts';
import { Pool } from 'pg';
import { scriptedCall } from 'sekisho/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from './event-stream.ts';
import { startConsole, until } from './start-console.ts';
import { startProgram } from './start-program.ts';

describe('the console on PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof sharedPostgres>>;
  beforeAll(async () => {
    postgres = await sharedPostgres();
  });
  afterAll(() => postgres.stop());

  it('decides, streams and verifies as on SQLite', async () => {
    const url = await postgres.createDatabase('console');
    const {
      url: server,
      call,
      as,
      play,
      pending,
      statusOf,
    } = await startConsole({
      DATABASE_URL: url,
      DEMO: 'playground',
    });
    const stream = await openEvents(`${server}/api/events`, as('vera'));
    await until(async () => stream.events.length > 0);
    const runId = await play('files-tidy');
    const questions = await pending(runId);
    expect(questions).toHaveLength(3);
    const [first, ...rest] = questions;
    await call('POST', `/api/approvals/${first.approval_id}/decision`, {
      decision: 'approve',
      action_digest: first.action_digest,
      grant: { scope: 'run' },
    });
    const { items } = (await call('GET', '/api/grants')).json;
    expect((await call('DELETE', `/api/grants/${items[0].grant_id}?run_id=${runId}`)).status).toBe(204);
    for (const { approval_id: id, action_digest } of rest)
      await call('POST', `/api/approvals/${id}/decision`, { decision: 'deny', action_digest });
    await until(async () => (await statusOf(runId)) === 'done');
    await until(async () => stream.audit().some(({ event }) => event === 'run.finished'));
    const seqs = stream.audit().map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1));
    expect((await call('POST', '/api/audit/verify', {})).json).toMatchObject({ ok: true });
    expect((await call('GET', '/api/session')).json.store).toBe('postgres');
  });

  it('stores complete values and edits encrypted, and records each access', async () => {
    const secret = randomBytes(32);
    const url = await postgres.createDatabase('values');
    const env = { DATABASE_URL: url, SEKISHO_SECRET: secret.toString('base64url'), DEMO: 'off' };
    const { call, pending } = await startConsole(env);
    const pool = new Pool({ connectionString: url });
    const calls = ['one', 'two'].map((name) =>
      scriptedCall(`call_${name}`, 'delete_file', { path: `${name}/password=hunter22; rm -rf /srv` }),
    );
    const { runner, janitor } = startProgram({ secret, store: postgresStore(pool), steps: [calls] });
    const { run_id: runId } = await runner.run(janitor, 'Please tidy up.');
    const [one, two] = await pending(runId);
    const { json } = await call('POST', `/api/approvals/${one.approval_id}/reading`);
    expect(json.arguments.path).toMatch(/hunter22; rm -rf \/srv$/);
    const { action_digest } = one;
    const typed = { decision: 'approve', confirm_tool: 'delete_file' };
    const yes = { ...typed, action_digest, displayed: json.display_digest };
    expect((await call('POST', `/api/approvals/${one.approval_id}/decision`, yes)).status).toBe(200);
    const edit = {
      ...typed,
      action_digest: two.action_digest,
      edited_arguments: { path: 'password=hunter33' },
    };
    expect((await call('POST', `/api/approvals/${two.approval_id}/decision`, edit)).status).toBe(200);
    const { rows } = await pool.query('select * from sekisho.approvals');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/hunter/);
    expect((await call('GET', '/api/audit?event=approval.viewed')).json.items).toMatchObject([
      { data: { by: 'mika', approval_id: one.approval_id } },
    ]);
    expect((await call('POST', '/api/audit/verify', {})).json).toMatchObject({ ok: true });
    await runner.close();
    await pool.end();
  });

  it('neither shows nor decides requests of another tenant of the same database', async () => {
    const secret = randomBytes(32);
    const url = await postgres.createDatabase('tenants');
    const env = { DATABASE_URL: url, SEKISHO_SECRET: secret.toString('base64url'), DEMO: 'off' };
    const { call, as } = await startConsole(env);
    const pool = new Pool({ connectionString: url });
    const { runner, janitor } = startProgram({
      secret,
      store: postgresStore(pool, { tenant: 'other' }),
      steps: [[scriptedCall('call_1', 'delete_file', { path: 'report.txt' })]],
    });
    const { run_id: runId } = await runner.run(janitor, 'Please tidy up.');
    const [question] = await runner.getPendingApprovals(runId);
    expect(question?.status).toBe('pending');
    const { approval_id, action_digest, turn } = question ?? {};
    const item = { approval_id, action_digest };
    for (const [method, path, body] of [
      ['GET', `/api/approvals/${approval_id}`],
      ['GET', `/api/runs/${runId}`],
      ['GET', `/api/runs/${runId}/log.jsonl`],
      ['POST', `/api/approvals/${approval_id}/decision`, { decision: 'approve', action_digest }],
      ['POST', `/api/approvals/${approval_id}/outcome`, { decision: 'done', action_digest }],
      ['POST', '/api/approvals/batch', { decision: 'approve', items: [item] }],
    ] as const) {
      const { status } = await call(method, path, body, as('root'));
      expect([path, status]).toEqual([path, 404]);
    }
    const ofTurn = { decision: 'approve', items: [item] };
    expect((await call('POST', `/api/runs/${runId}/turns/${turn}/decision`, ofTurn)).json.code).toBe(
      'TurnChanged',
    );
    for (const path of [
      '/api/approvals?status=all',
      '/api/runs',
      '/api/audit',
      `/api/grants?run_id=${runId}`,
    ])
      expect([path, (await call('GET', path)).json.items]).toEqual([path, []]);
    expect(await runner.getPendingApprovals(runId)).toHaveLength(1);
    await runner.close();
    await pool.end();
  });
});
