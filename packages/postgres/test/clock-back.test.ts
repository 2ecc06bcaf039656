import { Pool } from 'pg';
import { Agent, createRunner, RuleSafetyAgent, tool } from 'sekisho';
import { assistantText, scriptedCall, scriptedModel } from 'sekisho/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { postgresStore } from '../src/index.ts';

const NOON = Date.parse('2026-01-01T12:00:00.000Z');
const HOUR = 3_600_000;
const postgres = await sharedPostgres();
const pool = new Pool({ connectionString: postgres.url });
let now = NOON;
let tenants = 0;

afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

async function asked() {
  now = NOON;
  tenants += 1;
  const erased: string[] = [];
  const agent = new Agent({
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
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: postgresStore(pool, { clock: 'host', tenant: `back-${tenants}` }),
    secret: Buffer.alloc(32, 1),
    agents: [agent],
    clock: () => now,
    approvalTtlSec: 3600,
    resumeTokenTtlSec: 600,
  });
  const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a.');
  return { runner, erased, runId, approvalId: interruptions[0]?.approval_id ?? '' };
}

describe('a clock that is set back, on PostgreSQL', () => {
  it('does not accept an approval that was rejected as expired', async () => {
    const { runner, erased, approvalId } = await asked();
    now = NOON + 2 * HOUR;
    const decide = () => runner.submitApproval(approvalId, 'approve');
    await expect(decide()).rejects.toMatchObject({ code: 'AGENTS-E-APPROVAL-INVALID' });
    now = NOON;
    await expect(decide()).rejects.toMatchObject({ code: 'AGENTS-E-APPROVAL-INVALID' });
    expect(erased).toEqual([]);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
    await runner.close();
  });

  it('does not accept a token that was rejected as expired', async () => {
    const { runner, erased, runId, approvalId } = await asked();
    const { token } = await runner.submitApproval(approvalId, 'approve');
    now = NOON + 2 * HOUR;
    await expect(runner.resumeRun(runId, token)).rejects.toMatchObject({ code: 'AGENTS-E-RESUME-TOKEN' });
    now = NOON;
    await expect(runner.resumeRun(runId, token)).rejects.toMatchObject({ code: 'AGENTS-E-RESUME-TOKEN' });
    expect(erased).toEqual([]);
    expect(await runner.getExecutionLogs({ event: 'token.refused' })).toHaveLength(1);
    await runner.close();
  });
});
