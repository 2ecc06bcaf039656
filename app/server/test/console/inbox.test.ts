import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { postgresStore } from '@sekisho/postgres';
import { Pool } from 'pg';
import { Agent, createRunner, openSqliteStateStore, RuleSafetyAgent, tool } from 'sekisho';
import { scriptedCall, scriptedModel } from 'sekisho/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { sharedPostgres } from '../../../../test/shared-postgres.ts';
import { makeFolder, startConsole, until } from './start-console.ts';

const SECRET = Buffer.alloc(32, 7);

/** The settings of a server on a new store of each kind. */
const stores = {
  SQLite: async () => ({ DEMO: 'playground' }),
  PostgreSQL: async () => {
    const postgres = await sharedPostgres();
    onTestFinished(() => postgres.stop());
    return { DATABASE_URL: await postgres.createDatabase('inbox'), DEMO: 'playground' };
  },
};

/** Runs an agent of another program that sends mails, one run per mail, until all of them wait for a person. */
async function askForMails(
  env: Readonly<Record<string, string>>,
  dataDir: string,
  mails: readonly { to: string; body: string }[],
) {
  const url = env['DATABASE_URL'];
  const pool = url === undefined ? undefined : new Pool({ connectionString: url });
  const sendMail = tool({
    name: 'send_mail',
    description: 'Sends a mail.',
    parameters: z.object({ to: z.string(), body: z.string() }),
    extensions: { manifest: { effect: 'send', arguments: { to: 'recipient', body: 'content' } } },
    execute: async () => 'Sent.',
  });
  const steps = mails.map((mail) => [scriptedCall('c1', 'send_mail', mail)]);
  const agent = new Agent({ name: 'invoice-bot', model: scriptedModel(steps), tools: [sendMail] });
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    application: 'crm',
    agents: [agent],
    secret: SECRET,
    store: pool
      ? postgresStore(pool)
      : ({ link, clock }) => openSqliteStateStore({ path: join(dataDir, 'state.db'), link, clock }),
  });
  for (const _mail of mails) await runner.run(agent, 'Handle the customers.');
  await runner.close();
  await pool?.end();
}

const mailsTo = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => ({ to: `p${index}@${domain}`, body: 'Your invoice.' }));

describe.each(Object.entries(stores))('the inbox on %s', (_store, settings) => {
  const start = async (more: Parameters<typeof startConsole>[1] = {}) => {
    const env = { ...(await settings()), SEKISHO_SECRET: SECRET.toString('base64url') };
    const dataDir = makeFolder();
    const server = await startConsole(env, { dataDir, ...more });
    return {
      ...server,
      env,
      dataDir,
      ask: (mails: { to: string; body: string }[]) => askForMails(env, dataDir, mails),
    };
  };

  it('searches, sorts, counts and pages over all requests of one snapshot', async () => {
    const { call, play, ask } = await start();
    await ask([...mailsTo(4, 'client.example'), { to: 'boss@rare.example', body: 'Hello' }]);
    await play('payments-poisoned');
    const list = async (query: string) => (await call('GET', `/api/approvals?${query}`)).json;
    const first = await list('sort=risk&limit=3');
    expect(first).toMatchObject({ total: 6, items: [{ risk_level: 5 }, {}, {}] });
    await ask(mailsTo(1, 'late.example'));
    const second = await list(`sort=risk&limit=3&cursor=${first.cursor}`);
    expect([...first.items, ...second.items].map(({ approval_id: id }) => id)).toHaveLength(6);
    expect([second.cursor, second.total, second.snapshot]).toEqual([null, 6, first.snapshot]);
    expect(JSON.stringify(second.items)).not.toContain('late.example');
    expect(await list(`arrived_after=${encodeURIComponent(first.snapshot)}`)).toMatchObject({ total: 1 });
    expect((await list('q=BOSS%20rare')).items).toMatchObject([{ destination: 'boss@rare.example' }]);
    expect(await list('q=nothing-like-that')).toMatchObject({ items: [], total: 0, cursor: null });
    expect((await call('GET', '/api/approvals?cursor=oops')).status).toBe(400);
    expect((await call('GET', '/api/approvals/counts')).json).toMatchObject({
      pending: 7,
      tools: [{ name: 'send_mail', count: 6 }, { count: 1 }],
      agents: [{ name: 'invoice-bot', count: 6 }, { count: 1 }],
    });
  });

  it('counts saved views of each person', async () => {
    const { call, as, ask } = await start();
    await ask(mailsTo(2, 'client.example'));
    await call('PUT', '/api/inbox-views/Mails', { query: 'q=p1%40client.example&tool=send_mail' });
    const views = async (name: 'mika' | 'taro') =>
      (await call('GET', '/api/approvals/counts', undefined, as(name))).json.views;
    expect(await views('mika')).toEqual([
      { name: 'Mails', query: 'q=p1%40client.example&tool=send_mail', count: 1 },
    ]);
    expect(await views('taro')).toEqual([]);
    expect((await call('DELETE', '/api/inbox-views/Mails')).status).toBe(204);
    expect(await views('mika')).toEqual([]);
  });

  it('delays a decision, undoes it, and applies it once after a restart', async () => {
    const { call, as, play, pending, statusOf, stop, env, dataDir } = await start();
    const runId = await play('files-poisoned');
    const [request] = await pending(runId);
    const path = `/api/approvals/${request.approval_id}`;
    const json = { decision: 'approve', action_digest: request.action_digest, undo_sec: 3 };
    const decide = () => call('POST', `${path}/decision`, json);
    const made = (await decide()).json;
    expect(made).toMatchObject({
      resume: 'delayed',
      approval: { status: 'pending', delayed_decision: { by: 'mika' } },
    });
    const second = await call('POST', `${path}/decision`, { ...json, decision: 'deny' }, as('taro'));
    expect([second.status, second.json.decided_by]).toEqual([409, { id: 'mika' }]);
    expect((await call('DELETE', `/api/decisions/${made.delayed.batch}`, undefined, as('taro'))).status).toBe(
      409,
    );
    expect((await call('DELETE', `/api/decisions/${made.delayed.batch}`)).json).toEqual({ undone: 1 });
    expect((await call('GET', path)).json).toMatchObject({ status: 'pending', delayed_decision: null });
    const again = (await decide()).json.delayed.batch;
    expect((await call('GET', `/api/decisions/${again}`)).json).toMatchObject({
      total: 1,
      decided: 0,
      waiting: 1,
    });
    expect(await statusOf(runId)).toBe('suspended');
    await stop();
    const [one, other] = [await startConsole(env, { dataDir }), await startConsole(env, { dataDir })];
    await Promise.all([one.console.start(), other.console.start()]);
    await until(async () => (await one.statusOf(runId)) === 'done');
    expect((await one.call('GET', path)).json).toMatchObject({
      status: 'approved',
      decided_by: { id: 'mika' },
    });
    expect((await one.call('GET', `/api/decisions/${again}`)).json).toMatchObject({ decided: 1, failed: [] });
    expect((await one.call('DELETE', `/api/decisions/${again}`)).status).toBe(409);
    const { text } = await other.call('GET', `/api/runs/${runId}/log.jsonl`);
    expect(text.split('\n').filter((line) => line.includes('"approval.approved"'))).toHaveLength(1);
    expect((await one.call('POST', '/api/audit/verify', {})).json).toMatchObject({ ok: true });
  });

  it('shows assignments, comments and readers to others, and records them', async () => {
    const { call, as, play, pending } = await start();
    const runId = await play('files-poisoned');
    const [request] = await pending(runId);
    const path = `/api/approvals/${request.approval_id}`;
    expect((await call('GET', '/api/people')).json).toEqual({ items: ['mika', 'root', 'taro'] });
    expect((await call('PUT', `${path}/assignee`, { assignee: 'taro' })).status).toBe(204);
    expect((await call('POST', `${path}/comments`, { body: 'Is this the right file?' })).status).toBe(201);
    expect((await call('POST', `${path}/comments`, { body: 'x' }, as('vera'))).status).toBe(403);
    await call('PUT', `${path}/readers`, { is_open: true });
    const seen = await call('PUT', `${path}/readers`, { is_open: true }, as('taro'));
    expect(seen.json).toEqual({ readers: ['mika'] });
    expect((await call('GET', path, undefined, as('taro'))).json).toMatchObject({
      assignee: 'taro',
      comments: [{ user_id: 'mika', body: 'Is this the right file?' }],
    });
    expect((await call('GET', '/api/approvals?view=mine', undefined, as('taro'))).json.total).toBe(1);
    expect((await call('GET', '/api/approvals?view=mine')).json.total).toBe(0);
    const { text } = await call('GET', `/api/runs/${runId}/log.jsonl`);
    expect(text).toContain('"approval.assigned"');
    expect(text).toContain('"approval.commented"');
    expect((await call('POST', '/api/audit/verify', {})).json).toMatchObject({ ok: true });
  });

  it('decides exactly the displayed set of a group', async () => {
    const { call, as, ask, play } = await start();
    await ask([...mailsTo(7, 'client.example'), { to: 'a@c1ient.example', body: 'Your invoice.' }]);
    await play('payments-poisoned');
    const grouped = async () => (await call('GET', '/api/approvals?grouped=true&sort=risk')).json;
    const { items } = await grouped();
    expect(items).toMatchObject([{ risk_level: 5, group: null }, { group: { count: 8 } }]);
    const path = `/api/approval-groups/${items[1].group.key}`;
    expect((await call('POST', `${path}/reading`, {}, as('vera'))).status).toBe(403);
    const group = (await call('POST', `${path}/reading`)).json;
    expect(group).toMatchObject({
      total: 8,
      application: 'crm',
      same: [{ path: 'body', value: 'Your invoice.' }],
      differs: [
        {
          path: 'to',
          buckets: [
            { name: 'client.example', count: 7 },
            { name: 'c1ient.example', count: 1 },
          ],
        },
      ],
    });
    const unusual = group.members.filter((member: { unusual: unknown }) => member.unusual !== null);
    expect(unusual).toMatchObject([{ values: ['a@c1ient.example'], unusual: 'look_alike' }]);
    await ask(mailsTo(1, 'late.example'));
    const decision = {
      decision: 'approve',
      digest: group.digest,
      except: [unusual[0].approval_id],
      undo_sec: 0,
    };
    expect((await call('POST', `${path}/decision`, decision, as('taro'))).json.code).toBe('SetChanged');
    expect((await call('POST', `${path}/decision`, { ...decision, digest: 'x' })).json.code).toBe(
      'SetChanged',
    );
    const { delayed } = (await call('POST', `${path}/decision`, decision)).json;
    await until(async () => (await call('GET', `/api/decisions/${delayed.batch}`)).json.waiting === 0);
    expect((await call('GET', `/api/decisions/${delayed.batch}`)).json).toMatchObject({
      decided: 7,
      failed: [],
    });
    const { items: approved } = (await call('GET', '/api/audit?event=approval.approved')).json;
    // The values of one call are displayed, not what they would permit for the rest of its run.
    expect(approved.map(({ data }: { data: { values?: string } }) => data.values)).toEqual(
      Array.from({ length: 7 }, () => 'once'),
    );
    const left = (await call('GET', '/api/approvals')).json.items.map(
      (item: { destination: string }) => item.destination,
    );
    expect(left).toEqual(expect.arrayContaining(['a@c1ient.example', 'p0@late.example']));
    expect(left).toHaveLength(3);
    const repeated = (await call('POST', `${path}/decision`, decision)).json;
    expect(repeated).toMatchObject({ delayed: null, failed: { length: 7 } });
  });
});

it('does not send a delayed decision that something else wrote or changed', async () => {
  const { call, play, pending, dataDir } = await startConsole();
  const [request] = await pending(await play('files-poisoned'));
  const path = `/api/approvals/${request.approval_id}`;
  const json = { decision: 'deny', action_digest: request.action_digest, undo_sec: 30 };
  const { batch } = (await call('POST', `${path}/decision`, json)).json.delayed;
  const database = new DatabaseSync(join(dataDir, 'console.db'));
  database.exec(`update decisions set user_id = 'taro'`);
  database.close();
  const asTaro = { authorization: 'Bearer taro-token-with-32-characters-or-more' };
  await call('POST', `/api/decisions/${batch}/effect`, undefined, asTaro);
  await until(
    async () => (await call('GET', `/api/decisions/${batch}`, undefined, asTaro)).json.waiting === 0,
  );
  expect((await call('GET', `/api/decisions/${batch}`, undefined, asTaro)).json).toMatchObject({
    decided: 0,
    failed: [{ code: 'InvalidRequest' }],
  });
  expect((await call('GET', path)).json.status).toBe('pending');
});

it('does not decide a group whose stored set was changed after it was displayed', async () => {
  const env = { SEKISHO_SECRET: SECRET.toString('base64url'), DEMO: 'playground' };
  const dataDir = makeFolder();
  const { call, pending, play } = await startConsole(env, { dataDir });
  await askForMails(env, dataDir, mailsTo(5, 'client.example'));
  const [payment] = await pending(await play('payments-poisoned'));
  const { items } = (await call('GET', '/api/approvals?grouped=true')).json;
  const { key } = items.find((item: { group: unknown }) => item.group !== null).group;
  const { digest } = (await call('POST', `/api/approval-groups/${key}/reading`)).json;
  // The action digest and the digest of the values are valid, so only the digest of the set reveals the addition.
  const database = new DatabaseSync(join(dataDir, 'console.db'));
  const [row] = database.prepare('select body from displays').all();
  const set = z.array(z.unknown()).parse(JSON.parse(String(row?.['body'])));
  const added = JSON.stringify([...set, [payment.approval_id, payment.action_digest, null]]);
  database.prepare('update displays set body = ?').run(added);
  database.close();
  const decision = { decision: 'deny', digest, except: [], undo_sec: 0 };
  const answer = await call('POST', `/api/approval-groups/${key}/decision`, decision);
  expect(answer.json.code).toBe('SetChanged');
  expect((await call('GET', `/api/approvals/${payment.approval_id}`)).json.status).toBe('pending');
});
