import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@sekisho/postgres/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './sign-in.ts';
import { startConsole, until } from './start-console.ts';

type Server = Awaited<ReturnType<typeof startConsole>>;

describe('two servers on one PostgreSQL database, each with its own data folder', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let made = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  async function startBoth(env: Record<string, string> = {}) {
    made += 1;
    const shared = {
      DATABASE_URL: await postgres.createDatabase(`machines_${made}`),
      SEKISHO_SECRET: randomBytes(32).toString('base64url'),
      DEMO: 'playground',
      ...env,
    };
    return [await startConsole(shared), await startConsole(shared)] as const;
  }

  it('reject tokens and sessions that were revoked on the other server', async () => {
    const [one, other] = await startBoth();
    const request = { name: 'ci', role: 'approver' };
    const { token, id } = (await one.call('POST', '/api/tokens', request, one.as('root'))).json;
    const bearer = { authorization: `Bearer ${token}` };
    const browser = await signIn(other.url, token);
    for (const headers of [bearer, browser.headers])
      expect((await other.call('GET', '/api/session', undefined, headers)).status).toBe(200);
    expect((await one.call('DELETE', `/api/tokens/${id}`, undefined, one.as('root'))).status).toBe(204);
    for (const headers of [bearer, browser.headers]) {
      expect((await other.call('GET', '/api/session', undefined, headers)).status).toBe(401);
      const task = { scenario: 'mail-benign', language: 'en' };
      expect((await other.call('POST', '/api/playground/runs', task, headers)).status).toBe(401);
    }
    expect((await other.call('GET', '/api/tokens', undefined, other.as('root'))).json.items).toMatchObject([
      { id, revoked_at: expect.any(String) },
    ]);
    for (const { dataDir } of [one, other]) expect(existsSync(join(dataDir, 'console.db'))).toBe(false);
  });

  it('accept a login link once, and share the session until it ends', async () => {
    const [one, other] = await startBoth();
    const link = await one.console.createLoginLink();
    const tries = await Promise.all([1, 2, 3, 4].map((each) => signIn((each % 2 ? one : other).url, link)));
    const won = tries.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const headers = won[0]?.headers ?? {};
    for (const server of [one, other]) {
      const { json } = await server.call('GET', '/api/session', undefined, headers);
      expect(json.user).toEqual({ id: 'local', role: 'admin' });
      const active = await server.call('PUT', '/api/policies/active', { name: 'strict' }, headers);
      expect(active.status).toBe(200);
    }
    expect((await one.call('DELETE', '/api/session', undefined, headers)).status).toBe(204);
    expect((await other.call('GET', '/api/session', undefined, headers)).status).toBe(401);
  });

  it('judge the next run by the profile and the manifest of the other server', async () => {
    const [one, other] = await startBoth();
    expect(await other.statusOf(await other.play('payments-benign'))).toBe('done');
    const { profile } = (await one.call('GET', '/api/policies/balanced')).json;
    const careful = { ...profile, limits: { ...profile.limits, spend: 10 } };
    const change = { version: 0, profile: careful };
    expect((await one.call('PUT', '/api/policies/balanced', change, one.as('root'))).status).toBe(200);
    expect(await other.statusOf(await other.play('payments-benign'))).toBe('suspended');
    const late = await other.call('PUT', '/api/policies/balanced', change, other.as('root'));
    expect([late.status, late.json.code, late.json.changed_by]).toEqual([409, 'VersionConflict', 'root']);

    const manifest = {
      effect: 'admin',
      arguments: {},
      trusted_source: false,
      sensitive: false,
      idempotent: false,
    };
    const path = '/api/tools/list_files/manifest';
    const effectOn = async (server: Server) => {
      const runId = await server.play('files-benign');
      const query = `/api/audit?run_id=${runId}&event=gate.decision&tool=list_files`;
      return (await server.call('GET', query)).json.items[0].data.effect;
    };
    expect(await effectOn(other)).toBe('read');
    await one.call('PUT', path, { version: 0, manifest }, one.as('root'));
    expect(await effectOn(other)).toBe('admin');
    await one.call('DELETE', `${path}?version=1`, undefined, one.as('root'));
    expect(await effectOn(other)).toBe('read');

    await one.call('PUT', '/api/policies/active', { name: 'strict' }, one.as('root'));
    const runId = await other.play('mail-benign');
    expect((await one.call('GET', `/api/runs/${runId}`)).json.profile).toBe('strict');
  });

  it('show and replay each other’s runs', async () => {
    const [one, other] = await startBoth();
    const runId = await one.play('mail-benign');
    expect((await other.call('GET', `/api/runs/${runId}`)).json).toMatchObject({
      scenario: 'mail-benign',
      started_by: 'mika',
      is_recorded: true,
      final_output: 'Everything is done.',
    });
    expect((await other.call('GET', '/api/runs?q=friday')).json.items).toMatchObject([{ run_id: runId }]);
  });

  it('resume on one server a run that was suspended on the other', async () => {
    const [one, other] = await startBoth();
    const runId = await one.play('files-poisoned');
    const [question] = await other.pending(runId);
    const decided = await other.call('POST', `/api/approvals/${question.approval_id}/decision`, {
      decision: 'approve',
      action_digest: question.action_digest,
    });
    expect(decided.json.resume).toBe('started');
    await until(async () => (await one.statusOf(runId)) === 'done');
    expect((await one.call('GET', `/api/runs/${runId}`)).json.model_calls).toBe(3);
  });

  it('create the demo run once', async () => {
    const [one, other] = await startBoth({ DEMO: 'on' });
    await Promise.all([one.console.start(), other.console.start()]);
    await until(async () => (await one.call('GET', '/api/approvals')).json.items.length === 2);
    expect((await other.call('GET', '/api/runs')).json.items).toMatchObject([{ started_by: 'demo' }]);
  });

  it(
    'reject all users while the database is unavailable, and accept them afterwards',
    { timeout: 120_000 },
    async () => {
      const [one] = await startBoth();
      const { token } = (await one.call('POST', '/api/tokens', { name: 'ci', role: 'admin' }, one.as('root')))
        .json;
      const bearer = { authorization: `Bearer ${token}` };
      await postgres.kill();
      const refused = await one.call('GET', '/api/tools', undefined, bearer);
      expect([refused.status, refused.json.code]).toEqual([503, 'StoreUnavailable']);
      await postgres.start();
      expect((await one.call('GET', '/api/tools', undefined, bearer)).status).toBe(200);
    },
  );
});
