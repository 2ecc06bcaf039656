import { startPostgres } from '@sekisho/postgres/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvents } from './event-stream.ts';
import { startConsole, until } from './start-console.ts';

describe('the console on PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it('decides, streams and verifies as on a file', async () => {
    const url = await postgres.createDatabase('console');
    const { url: server, call, as, play, pending, statusOf } = await startConsole({ DATABASE_URL: url });
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
});
