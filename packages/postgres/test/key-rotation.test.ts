import { Pool } from 'pg';
import { Agent, createRunner, RuleSafetyAgent, tool, type AgentRunnerOptions } from 'sekisho';
import { assistantText, scriptedCall, scriptedModel } from 'sekisho/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';

const postgres = await sharedPostgres();
const pool = new Pool({ connectionString: postgres.url });
const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

function open(secret: AgentRunnerOptions['secret']) {
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
  const store = postgresStore(pool);
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store, secret, agents: [agent] });
  return { runner, agent, erased };
}

describe('a rotated secret', () => {
  it('resumes a suspended run, is recorded once by concurrently started processes, and the log verifies', async () => {
    const before = open(old);
    const { run_id: runId, interruptions } = await before.runner.run(before.agent, 'Please erase a.');
    const secret = { current: fresh, previous: [old] };
    const [one, ...others] = [open(secret), open(secret), open(secret)];
    await Promise.all([one, ...others].map(({ runner }) => runner.createCheckpoint()));
    const approvalId = interruptions[0]?.approval_id ?? '';
    await one.runner.approveAndResume(runId, approvalId, { decision: 'approve', by: { id: 'mika' } });
    expect(one.erased).toEqual(['{"what":"a"}']);
    expect(await one.runner.getExecutionLogs({ event: 'key.rotated' })).toHaveLength(1);
    expect(await one.runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('rejects runs and writes of a process with another secret', async () => {
    const { runner, agent, erased } = open(Buffer.alloc(32, 3));
    const { records } = await open({ current: fresh, previous: [old] }).runner.verifyExecutionLog();
    await expect(runner.run(agent, 'Please erase a.')).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    expect(erased).toEqual([]);
    expect(await open({ current: fresh, previous: [old] }).runner.verifyExecutionLog()).toMatchObject({
      ok: true,
      records,
    });
  });
});
