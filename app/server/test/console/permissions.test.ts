import { describe, expect, it } from 'vitest';
import { startConsole } from './start-console.ts';

describe('the standing permissions', () => {
  it('are listed for everyone, confirmed by administrators and revoked by approvers', async () => {
    const { call, as, play, pending } = await startConsole();
    for (let run = 0; run < 3; run += 1) {
      const runId = await play('files-tidy');
      for (const question of await pending(runId))
        await call('POST', `/api/approvals/${question.approval_id}/decision`, {
          decision: 'approve',
          action_digest: question.action_digest,
        });
    }
    const { json } = await call('GET', '/api/permissions', undefined, as('vera'));
    expect(json.items).toEqual([]);
    expect(json.proposals).toHaveLength(3);
    const wrong = { covered_digest: 'unknown', reason: 'daily work' };
    expect((await call('POST', '/api/permissions', wrong)).status).toBe(403);
    expect((await call('POST', '/api/permissions', wrong, as('root'))).status).toBe(400);
    for (const { covered_digest } of json.proposals) {
      const confirmed = await call(
        'POST',
        '/api/permissions',
        { covered_digest, reason: 'daily' },
        as('root'),
      );
      expect(confirmed.json.items.at(-1)).toMatchObject({ covered_digest, owner: 'root', uses_left: 200 });
      const { permission_id } = confirmed.json.items.at(-1);
      const revoke = { permission_id, reason: 'no longer needed' };
      expect((await call('POST', '/api/permissions/revoke', revoke, as('vera'))).status).toBe(403);
      expect((await call('POST', '/api/permissions/revoke', revoke)).json.items).toEqual([]);
    }
  });
});
