import { createHash, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import type { LinkRecord, StateStore, StoreWrite } from 'sekisho';
import { Agent, createRunner, RuleSafetyAgent } from 'sekisho';
import { assistantText, scriptedModel } from 'sekisho/testing';
import { afterAll, describe, expect, it } from 'vitest';
import {
  archiveLog,
  postgresStore,
  PostgresPolicyStore,
  PostgresToolPinStore,
  printAccess,
  removeFinishedRuns,
} from '../src/index.ts';
import { PostgresSession } from '@sekisho/postgres/session';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { openRun } from './programs/open-run.ts';

const server = await sharedPostgres();
const owner = new Pool({ connectionString: server.url, max: 4 });
const link: LinkRecord = (previous, seq, body) =>
  createHash('sha256').update(`${previous}|${seq}|${body}`).digest('hex');
const DAY = 86_400_000;
const NOW = Date.parse('2026-11-15T00:00:00Z');

afterAll(async () => {
  await owner.end();
  await server.stop();
});

const finish = (run_id: string): StoreWrite => ({ kind: 'run.finish', run_id, epoch: 1, status: 'done' });
const append = (run_id: string, attempt = 0): StoreWrite => ({
  kind: 'log.append',
  record: { run_id, tool_call_id: '', event: 'run.started', attempt, decision: '', data: '{}' },
});

describe('a role with the rights of printAccess', async () => {
  await (
    await postgresStore(owner, { tenant: 'theirs' })({ link, clock: Date.now })
  ).commit([openRun('secret'), append('secret')]);
  await owner.query('create role app login');
  await owner.query(printAccess({ role: 'app', tenant: 'ours' }));
  const app = new Pool({ connectionString: server.url.replace('postgres@', 'app@'), max: 2 });
  afterAll(() => app.end());
  const ours = { tenant: 'ours', migrate: 'verify' } as const;

  it('can execute everything that a runner needs for its tenant', async () => {
    const store = await postgresStore(app, ours)({ link, clock: Date.now });
    expect(await store.commit([openRun('r1'), append('r1')])).toEqual({ ok: true });
    expect(await store.commit([openRun('r1')])).toEqual({ ok: false, failed: 0 });
    expect(await store.commit([finish('r1'), append('r1', 1)])).toEqual({ ok: true });
    expect(await store.queryLogs({})).toHaveLength(2);
    expect((await store.listRuns({})).rows).toMatchObject([{ run_id: 'r1', status: 'done' }]);
    await new PostgresPolicyStore(app, ours).setProfile(
      await new PostgresPolicyStore(app, ours).getProfile('strict'),
    );
    expect(await new PostgresToolPinStore(app, ours).list('files')).toEqual([]);
    const session = new PostgresSession(app, { ...ours, sessionId: 's' });
    await session.addItems([{ role: 'user', content: 'hello' }]);
    expect(await session.popItem()).toEqual({ role: 'user', content: 'hello' });
  });

  it('cannot open, read or change the rows of another tenant', async () => {
    await expect(
      postgresStore(app, { tenant: 'theirs', migrate: 'verify' })({ link, clock: Date.now }),
    ).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    for (const table of ['runs', 'log', 'chains', 'writers']) {
      const { rows } = await app.query(`select * from sekisho.${table} where tenant = 'theirs'`);
      expect(rows).toEqual([]);
    }
    expect((await app.query(`update sekisho.runs set status = 'done'`)).rowCount).toBe(1);
    expect((await owner.query(`select status from sekisho.runs where run_id = 'secret'`)).rows).toEqual([
      { status: 'running' },
    ]);
  });

  it.each([
    `insert into sekisho.owners (tenant, owner) values ('theirs', 'x')`,
    `insert into sekisho.tenant_access (role_name, tenant) values ('app', 'theirs')`,
    `update sekisho.log set decision = 'allow'`,
    `delete from sekisho.log`,
    `delete from sekisho.log_archive`,
    `delete from sekisho.runs`,
    `truncate sekisho.log`,
    `create table sekisho.mine (x int)`,
    `alter table sekisho.runs disable row level security`,
  ])('may not: %s', async (sql) => {
    await expect(app.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('retention', () => {
  async function openAt(tenant: string, days: number): Promise<StateStore> {
    return postgresStore(owner, { tenant, clock: 'host' })({ link, clock: () => NOW + days * DAY });
  }

  it('removes only the data of runs that ended before the given time', async () => {
    const tenant = randomUUID();
    const early = await openAt(tenant, 0);
    const token = (run_id: string): StoreWrite => ({
      kind: 'token.issue',
      token_hash: run_id,
      run_id,
      approval_id: '',
      ttl_ms: 9 * DAY,
    });
    const step = (run_id: string): StoreWrite => ({
      kind: 'step.put',
      step: { run_id, segment: 0, name: 'n', fingerprint: 'f', value: 'v' },
    });
    for (const id of ['old', 'open']) await early.commit([openRun(id), step(id), token(id), append(id)]);
    await early.commit([finish('old')]);
    const late = await openAt(tenant, 5);
    await late.commit([openRun('young'), finish('young'), append('young')]);
    const before = new Date(NOW + 2 * DAY);
    expect(await removeFinishedRuns(owner, { tenant, before })).toBe(1);
    expect((await late.listRuns({})).rows.map(({ run_id }) => run_id)).toEqual(['young', 'open']);
    expect(await late.getSteps('old', 0)).toEqual([]);
    expect(await late.getSteps('open', 0)).toHaveLength(1);
    expect(await late.commit([{ kind: 'token.use', token_hash: 'old', run_id: 'old' }])).toMatchObject({
      ok: false,
    });
    expect(await late.commit([{ kind: 'token.use', token_hash: 'open', run_id: 'open' }])).toEqual({
      ok: true,
    });
    expect(await late.queryLogs({})).toHaveLength(3);
    expect(await removeFinishedRuns(owner, { tenant, before })).toBe(0);
  });

  it('archives old records and reads log and archive as one', async () => {
    const tenant = randomUUID();
    const early = await openAt(tenant, 0);
    await early.commit(Array.from({ length: 1_500 }, (_, index) => append('r1', index)));
    const late = await openAt(tenant, 5);
    await late.commit([append('r2')]);
    const before = new Date(NOW + 2 * DAY);
    const logs = await late.queryLogs({ limit: 9_999 });
    expect(await archiveLog(owner, { tenant, before })).toBe(1_500);
    const count = async (table: string) =>
      (await owner.query(`select 1 from sekisho.${table} where tenant = $1`, [tenant])).rowCount;
    expect([await count('log'), await count('log_archive')]).toEqual([1, 1_500]);
    expect(await late.queryLogs({ limit: 9_999 })).toEqual(logs);
    expect((await late.queryLogs({ runId: 'r1', afterSeq: 1_490 })).map(({ seq }) => seq)).toHaveLength(10);
    expect(await late.lastLog()).toMatchObject({ seq: 1_501 });
    await late.commit([append('r3')]);
    expect(await late.lastLog()).toMatchObject({ seq: 1_502 });
  });

  it('archives a record only together with all earlier records, and no recent record', async () => {
    const tenant = randomUUID();
    await (await openAt(tenant, 0)).commit([append('r1', 1), append('r1', 2)]);
    const store = await openAt(tenant, 5);
    await store.commit([append('r1', 3)]);
    // The clock was set back: the record has an old time but follows a recent one.
    await (await openAt(tenant, 0)).commit([append('r1', 4), append('r1', 5)]);
    expect(await archiveLog(owner, { tenant, before: new Date(NOW + 2 * DAY) })).toBe(2);
    expect((await store.queryLogs({})).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  it('does not archive the newest record, the end of the chain', async () => {
    const tenant = randomUUID();
    const store = await openAt(tenant, 0);
    await store.commit([append('r1', 1), append('r1', 2)]);
    expect(await archiveLog(owner, { tenant, before: new Date(NOW + DAY) })).toBe(1);
    expect(await store.lastLog()).toMatchObject({ seq: 2 });
  });

  it('preserves a chain that verifies from its first record and against a checkpoint', async () => {
    const tenant = randomUUID();
    const runner = createRunner({
      safetyAgent: new RuleSafetyAgent(),
      secret: new Uint8Array(32).fill(1),
      store: postgresStore(owner, { tenant }),
    });
    const clerk = () => new Agent({ name: 'clerk', model: scriptedModel([[assistantText('Done.')]]) });
    await runner.run(clerk(), 'First.');
    const checkpoint = await runner.createCheckpoint();
    expect(await archiveLog(owner, { tenant, before: new Date(Date.now() + DAY) })).toBeGreaterThan(1);
    await runner.run(clerk(), 'Second.');
    expect(await runner.verifyExecutionLog(checkpoint)).toMatchObject({ ok: true, checkpoints: 1 });
    await owner.query(`update sekisho.log_archive set decision = 'forged' where tenant = $1 and seq = 1`, [
      tenant,
    ]);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: false, first_bad: { seq: 1 } });
  });
});
