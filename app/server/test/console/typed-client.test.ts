import { hc } from 'hono/client';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ConsoleApi } from '../../src/console-api.ts';
import { startConsole } from './start-console.ts';

describe('the typed client', () => {
  it('contains the routes with the types of their requests and responses', async () => {
    const { url, as, play } = await startConsole();
    const runId = await play('files-poisoned');
    const client = hc<ConsoleApi>(url, { headers: as('mika') });
    const listed = await client.api.approvals.$get({ query: { run_id: runId } });
    if (listed.status !== 200) throw new Error('The request was rejected.');
    const { items, cursor } = await listed.json();
    expectTypeOf(cursor).toEqualTypeOf<string | null>();
    const [question] = items;
    expect(question).toMatchObject({ run_id: runId, tool_id: 'delete_file' });
    const param = { approval_id: question?.approval_id ?? '' };
    const json = { decision: 'deny', action_digest: question?.action_digest ?? '' } as const;
    const decided = await client.api.approvals[':approval_id'].decision.$post({ param, json });
    if (decided.status !== 200) throw new Error('The request was rejected.');
    const { approval, resume } = await decided.json();
    expectTypeOf(resume).toEqualTypeOf<'started' | 'waiting' | 'elsewhere' | 'offline' | 'delayed'>();
    expect([approval.status, resume]).toEqual(['denied', 'started']);
  });
});
