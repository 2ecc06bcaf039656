import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresStore } from '@sekisho/postgres';
import { Pool } from 'pg';
import { createEngine, describeFunction, type OpenStore } from '@sekisho/engine';
import { openSqliteStateStore, RuleSafetyAgent } from 'sekisho';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proofSize } from '../../../../test/proof-size.ts';
import { sharedPostgres } from '../../../../test/shared-postgres.ts';
import { startConsole, until } from './start-console.ts';

type Server = Awaited<ReturnType<typeof startConsole>>;

/** Executes runs of another program: each reads a mail and sends one to the address in it, which needs a person because the address is a field of an untrusted result. */
async function runForeign(
  store: OpenStore,
  secret: Uint8Array,
  count: number,
  decide: (index: number) => 'approve' | 'deny' | undefined,
): Promise<void> {
  const engine = createEngine({
    safetyAgent: new RuleSafetyAgent(),
    store,
    secret,
    application: 'mail-service',
    integration: { name: 'mail', onDeny: { maxDenials: 9 } },
  });
  const agent = { name: 'mailer' };
  const read = describeFunction({ name: 'read_mail', manifest: { effect: 'read' } });
  const send = describeFunction({
    name: 'send_mail',
    manifest: { effect: 'send', arguments: { to: 'recipient', body: 'content' } },
  });
  const execute = async (index: number) => {
    const run = await engine.openRun({ agent: 'mailer' });
    run.addUserText('Read the last mail and send a mail with thanks to its sender.');
    await run.decideTurn({ agent, calls: [{ key: 'a', callId: 'a', tool: read, rawArguments: '{}' }] });
    await run.executeOnce('a', async () => ({ from: `info@partner${index % 10}.example`, body: 'Hello' }));
    const args = JSON.stringify({ to: `info@partner${index % 10}.example`, body: 'Thanks' });
    await run.decideTurn({ agent, calls: [{ key: 'b', callId: 'b', tool: send, rawArguments: args }] });
    await run.wait({ state: '' });
    const decision = decide(index);
    const [approval] = decision === undefined ? [] : await engine.getPendingApprovals(run.id);
    if (approval && decision) await engine.decide(approval.approval_id, decision, { by: { id: 'aya' } });
  };
  for (let done = 0; done < count; done += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, count - done) }, (_, index) => execute(done + index)),
    );
  await engine.close();
}

async function dryRun({ call, as }: Server, profile: unknown) {
  const started = await call('POST', '/api/policies/balanced/dry-runs', { profile }, as('root'));
  expect(started.status).toBe(201);
  let found = started.json;
  await until(async () => {
    found = (await call('GET', `/api/dry-runs/${started.json.id}`)).json;
    return found.status !== 'running';
  }, 60_000);
  return found;
}

const secretOf = (dataDir: string) => Buffer.from(readFileSync(join(dataDir, 'key'), 'utf8'), 'base64url');

const RUNS = proofSize('dryRuns');

describe('a dry run over the log of other programs', () => {
  it(`evaluates ${RUNS} runs, counts the questions and explains what people decided`, async () => {
    const server = await startConsole({ DEMO: 'off' });
    const { call, dataDir } = server;
    const path = join(dataDir, 'state.db');
    const store: OpenStore = ({ link, clock }) => openSqliteStateStore({ path, link, clock });
    const decide = (index: number) => (index >= 100 ? undefined : index % 10 === 3 ? 'deny' : 'approve');
    await runForeign(store, secretOf(dataDir), RUNS, decide);
    const { profile } = (await call('GET', '/api/policies/balanced')).json;
    expect(await dryRun(server, profile)).toMatchObject({
      status: 'done',
      runs: RUNS,
      calls: 2 * RUNS,
      fewer: { total: 0 },
      more: 0,
      changes: [],
      skipped: [],
    });
    const allow = { ...profile, allow_lists: { domains: ['partner1.example', 'partner3.example'] } };
    const found = await dryRun(server, allow);
    expect(found).toMatchObject({
      runs: RUNS,
      fewer: { total: RUNS / 5, approved: 10, denied: 10, expired: 0 },
      more: 0,
      changes_total: RUNS / 5,
    });
    expect(found.read).toBe(found.total);
    // Calls that a person denied and that would now run come first.
    expect(found.changes.slice(0, 10)).toMatchObject(
      Array.from({ length: 10 }, () => ({
        application: 'mail-service',
        agent: 'mailer',
        tool_id: 'send_mail',
        was: 'needs_human',
        would_be: 'allow',
        person: 'denied',
      })),
    );
    const strict = await call('GET', '/api/policies/strict');
    const other = await call(
      'POST',
      '/api/policies/strict/dry-runs',
      { profile: strict.json.profile },
      server.as('root'),
    );
    await until(async () => (await call('GET', `/api/dry-runs/${other.json.id}`)).json.status === 'done');
    expect((await call('GET', `/api/dry-runs/${other.json.id}`)).json).toMatchObject({
      runs: 0,
      skipped: [{ cause: 'other_profile', profile: 'balanced', runs: RUNS }],
    });
  }, 180_000);

  it('works on PostgreSQL, and another server reports its result', async () => {
    const postgres = await sharedPostgres();
    onTestFinished(() => postgres.stop());
    const secret = Buffer.alloc(32, 7);
    const env = { DEMO: 'off', DATABASE_URL: postgres.url, SEKISHO_SECRET: secret.toString('base64url') };
    const server = await startConsole(env);
    const pool = new Pool({ connectionString: postgres.url, max: 4 });
    onTestFinished(() => pool.end());
    await runForeign(postgresStore(pool), secret, 20, () => 'approve');
    const { profile } = (await server.call('GET', '/api/policies/balanced')).json;
    const allow = { ...profile, allow_lists: { recipients: ['info@partner1.example'] } };
    const found = await dryRun(server, allow);
    expect(found).toMatchObject({ runs: 20, fewer: { total: 2, approved: 2 } });
    const other = await startConsole(env);
    expect((await other.call('GET', `/api/dry-runs/${found.id}`)).json).toEqual(found);
  }, 120_000);
});

describe('a policy', () => {
  it('saves with every cell of the grid that is not fixed, and with no fixed one', async () => {
    const { call, as } = await startConsole({ DEMO: 'off' });
    const { profile, fixed } = (await call('GET', '/api/policies/balanced')).json;
    const isFixed = (list: string, role: string, origin: string) =>
      fixed.some(
        (cell: Record<string, string>) =>
          cell['list'] === list && cell['role'] === role && cell['origin'] === origin,
      );
    const origins = [
      'user',
      'approved',
      'session',
      'instructions',
      'trusted',
      'anchored',
      'lookup',
      'field',
      'derived',
      'customer',
      'model',
      'prose',
    ];
    let version = 0;
    let enabled = 0;
    const roles = Object.keys(profile.accepts);
    for (const role of roles)
      for (const origin of origins) {
        const before: string[] = profile.accepts[role];
        const after = before.includes(origin)
          ? before.filter((each) => each !== origin)
          : [...before, origin];
        const change = { version, profile: { ...profile, accepts: { ...profile.accepts, [role]: after } } };
        const { status } = await call('PUT', '/api/policies/balanced', change, as('root'));
        expect([role, origin, status]).toEqual([role, origin, isFixed('accepts', role, origin) ? 422 : 200]);
        if (status !== 200) continue;
        version += 1;
        enabled += 1;
      }
    expect(enabled).toBeGreaterThan(60);
    expect(fixed.filter(({ list }: { list: string }) => list === 'accepts').length).toBe(
      roles.length * origins.length - enabled,
    );
    expect(fixed[0].rule).toMatch(/^[a-z]+\.[a-z-]+$/);
  }, 120_000);

  it('keeps the draft of each person until it is saved, and all versions', async () => {
    const { call, as } = await startConsole({ DEMO: 'off' });
    const { profile } = (await call('GET', '/api/policies/balanced')).json;
    const change = { ...profile, limits: { ...profile.limits, spend: 10 } };
    const draft = { draft: { version: 0, profile: change } };
    expect((await call('PUT', '/api/policies/balanced/draft', draft)).status).toBe(403);
    expect((await call('PUT', '/api/policies/balanced/draft', draft, as('root'))).status).toBe(204);
    expect((await call('GET', '/api/policies/balanced/draft', undefined, as('root'))).json).toEqual(draft);
    expect((await call('GET', '/api/policies/balanced/draft')).json).toEqual({ draft: null });
    await call('PUT', '/api/policies/balanced', { version: 0, profile: change }, as('root'));
    expect((await call('GET', '/api/policies/balanced/draft', undefined, as('root'))).json).toEqual({
      draft: null,
    });
    await call('PUT', '/api/policies/balanced', { version: 1, profile }, as('root'));
    const { items } = (await call('GET', '/api/policies/balanced/versions')).json;
    expect(items).toMatchObject([
      { version: 2, changed_by: 'root', profile: { limits: profile.limits } },
      { version: 1, changed_by: 'root', profile: { limits: { spend: 10 } } },
      { version: 0, changed_by: null },
    ]);
  });
});
