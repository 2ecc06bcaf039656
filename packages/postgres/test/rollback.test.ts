import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { Agent, createRunner, doctor, RuleSafetyAgent, tool } from 'sekisho';
import { assistantText, scriptedCall, scriptedModel } from 'sekisho/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { postgresStore } from '../src/index.ts';

const postgres = await sharedPostgres();
const pool = new Pool({ connectionString: postgres.url });
const secret = Buffer.alloc(32, 1);
const root = mkdtempSync(join(tmpdir(), 'sekisho-rollback-'));
const refused = { code: 'AGENTS-E-LOG-ROLLBACK' };

afterAll(async () => {
  await pool.end();
  await postgres.stop();
  rmSync(root, { recursive: true });
});

const erased: string[] = [];
const agentOf = () =>
  new Agent({
    name: 'clerk',
    model: scriptedModel([[scriptedCall('call_1', 'erase', { what: 'a' })], [assistantText('done')]]),
    tools: [
      tool({
        name: 'erase',
        description: 'Erases a file.',
        parameters: {
          type: 'object',
          properties: { what: { type: 'string' } },
          required: ['what'],
          additionalProperties: false,
        },
        needsApproval: true,
        execute: async (args) => {
          erased.push(JSON.stringify(args));
          return 'erased';
        },
      }),
    ],
  });

function open(schema: string, machine = 'one') {
  const agent = agentOf();
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: postgresStore(pool, { schema }),
    secret,
    agents: [agent],
    markDirectory: join(root, machine),
  });
  return { agent, runner };
}

async function approved(schema: string, machine?: string) {
  const { runner, agent } = open(schema, machine);
  const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a.');
  const { token } = await runner.submitApproval(interruptions[0]?.approval_id ?? '', 'approve');
  await runner.close();
  return { runId, token };
}

async function tablesOf(schema: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1 and tablename <> 'schema_version'`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

/** Copies every table of a schema into another schema, as a backup does. */
async function copyTables(from: string, to: string): Promise<void> {
  await pool.query(`create schema ${to}`);
  for (const table of await tablesOf(from))
    await pool.query(`create table ${to}.${table} as table ${from}.${table}`);
}

async function restoreTables(from: string, to: string): Promise<void> {
  const tables = await tablesOf(from);
  await pool.query(`truncate ${tables.map((table) => `${to}.${table}`).join(', ')}`);
  for (const table of tables)
    await pool.query(`insert into ${to}.${table} overriding system value table ${from}.${table}`);
}

describe('a PostgreSQL store that was restored to an earlier state', () => {
  it('does not accept a spent token again until an operator accepts the restore', async () => {
    const { runId, token } = await approved('restored');
    await copyTables('restored', 'restored_backup');
    const { runner } = open('restored');
    await runner.resumeRun(runId, token);
    await runner.close();
    expect(erased).toHaveLength(1);
    await restoreTables('restored_backup', 'restored');

    const later = open('restored').runner;
    await expect(later.resumeRun(runId, token)).rejects.toMatchObject(refused);
    expect(await later.verifyExecutionLog()).toMatchObject({ ok: false });
    expect((await doctor(later)).findings.find(({ id }) => id === 'audit.mark')).toMatchObject({
      level: 'error',
    });
    expect(erased).toHaveLength(1);
    await later.acceptRestore({ by: { id: 'ops' }, reason: 'The disk failed.' });
    expect(await later.getExecutionLogs({ event: 'store.restored' })).toHaveLength(1);
    await later.resumeRun(runId, token);
    expect(await later.verifyExecutionLog()).toMatchObject({ ok: true });
    await later.close();
  });

  it.each(['delete from deleted.log where seq > 3', 'delete from deleted.log'])(
    'is rejected after %s',
    async (sql) => {
      await pool.query('drop schema if exists deleted cascade');
      rmSync(join(root, 'two'), { recursive: true, force: true });
      const { runId, token } = await approved('deleted', 'two');
      await pool.query(sql);
      const { runner } = open('deleted', 'two');
      await expect(runner.resumeRun(runId, token)).rejects.toMatchObject(refused);
      await runner.close();
    },
  );

  it('stops a running process when rows of its log are deleted', async () => {
    const { runner, agent } = open('at_work', 'three');
    const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a.');
    await expect.poll(() => readdirSync(join(root, 'three')).length, { timeout: 10_000 }).toBe(1);
    await pool.query('delete from at_work.log where seq > 1');
    await runner.submitApproval(interruptions[0]?.approval_id ?? '', 'approve').catch(() => undefined);
    await expect
      .poll(() => runner.run(agent, 'Again.').catch((error: { code: string }) => error.code), {
        timeout: 10_000,
      })
      .toBe(refused.code);
    expect(runId).not.toBe('');
    await runner.close();
  });

  it('stores a mark for each machine and each store', async () => {
    await approved('shared', 'left');
    await approved('shared', 'right');
    await approved('other', 'right');
    expect(readdirSync(join(root, 'left'))).toHaveLength(1);
    expect(readdirSync(join(root, 'right'))).toHaveLength(2);
    // The other machine wrote since then, which is not a rollback.
    const { runner, agent } = open('shared', 'left');
    await runner.run(agent, 'Please erase a.');
    await runner.close();
  });
});
