import { describe, expect, it } from 'vitest';
import { startConsole, until } from './start-console.ts';

const NOW = { reason: 'wrong recipients' };

describe('the stop switch', () => {
  it('stops calls for approvers, is lifted by administrators, and records both', async () => {
    const { call, as, play, statusOf } = await startConsole();
    expect((await call('POST', '/api/stops', NOW, as('vera'))).status).toBe(403);
    const stopped = await call('POST', '/api/stops', { tool: 'transfer_money', ...NOW });
    expect(stopped.json.items).toMatchObject([
      { agent: null, tool: 'transfer_money', by: 'mika', reason: 'wrong recipients' },
    ]);
    expect(stopped.json.tools).toContain('transfer_money');
    const runId = await play('payments-benign');
    const { json } = await call('GET', `/api/audit?run_id=${runId}&event=gate.decision&tool=transfer_money`);
    expect(json.items).toMatchObject([{ decision: 'deny', data: { rule_ids: ['stopped'] } }]);
    expect(await statusOf(runId)).toBe('done');
    const lift = { tool: 'transfer_money', reason: 'fixed' };
    expect((await call('POST', '/api/stops/lift', lift)).status).toBe(403);
    expect((await call('POST', '/api/stops/lift', lift, as('root'))).json.items).toEqual([]);
    expect((await call('POST', '/api/stops/lift', lift, as('root'))).status).toBe(400);
    const log = await call('GET', '/api/audit?run_id=stop-switch');
    expect(
      log.json.items.map(({ event, data }: { event: string; data: { by: string } }) => [event, data.by]),
    ).toEqual([
      ['stop.lifted', 'root'],
      ['stop.set', 'mika'],
    ]);
  });

  it.each([
    ['no reason', {}],
    ['two targets', { agent: 'a', tool: 't', ...NOW }],
  ])('rejects a stop with %s', async (_case, body) => {
    const { call } = await startConsole();
    expect((await call('POST', '/api/stops', body)).status).toBe(400);
  });

  it('keeps a decision that is made during a stop, and resumes the run after it', async () => {
    const { call, as, play, pending, statusOf, console } = await startConsole({ DEMO: 'playground' });
    await console.start();
    const runId = await play('files-poisoned');
    const [question] = await pending(runId);
    await call('POST', '/api/stops', NOW);
    const decided = await call('POST', `/api/approvals/${question.approval_id}/decision`, {
      decision: 'deny',
      action_digest: question.action_digest,
      comment: 'no',
    });
    expect(decided.status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await statusOf(runId)).toBe('suspended');
    await call('POST', '/api/stops/lift', NOW, as('root'));
    await until(async () => (await statusOf(runId)) !== 'suspended', 25_000);
  }, 40_000);
});
