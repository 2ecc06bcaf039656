import { describe, expect, it } from 'vitest';
import { race } from './store-checks.ts';
import type { StoreBench } from './store-bench.ts';
import { MINUTE, OK, issueToken, useToken, newGrant, append } from './store-samples.ts';

/** Tokens and grants: good for what they were given for, and no more. */
export function describeTokensAndGrants(bench: StoreBench): void {
  describe('tokens', () => {
    it('are used once, by their own run', async () => {
      await bench.commit(issueToken('t1'));
      expect(await bench.commit(useToken('t1', 'another run'))).toEqual({ ok: false, failed: 0 });
      expect(await bench.commit(useToken('t2'))).toEqual({ ok: false, failed: 0 });
      expect(await bench.commit(useToken('t1'))).toEqual(OK);
      expect(await bench.commit(useToken('t1'))).toEqual({ ok: false, failed: 0 });
    });

    it('are good until their time has passed', async () => {
      await bench.commit(issueToken('t1'), issueToken('t2'));
      bench.now += MINUTE - 1;
      expect(await bench.commit(useToken('t1'))).toEqual(OK);
      bench.now += 1;
      expect(await bench.commit(useToken('t2'))).toEqual({ ok: false, failed: 0 });
    });

    it('are never good when their time is no number', async () => {
      await bench.commit({ ...issueToken('t1'), ttl_ms: Number.NaN });
      expect(await bench.commit(useToken('t1'))).toEqual({ ok: false, failed: 0 });
    });

    it('do not come back when the same one is issued again', async () => {
      await bench.commit(issueToken('t1'), useToken('t1'));
      await bench.commit(issueToken('t1'));
      expect(await bench.commit(useToken('t1'))).toEqual({ ok: false, failed: 0 });
    });

    it('have one winner among a hundred', async () => {
      await bench.commit(issueToken('t1'));
      const outcomes = await race(await bench.connections(4), 100, (index) => [
        useToken('t1'),
        append({ event: 'run.resumed', attempt: index }),
      ]);
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
      expect(await bench.logs()).toHaveLength(1);
    });
  });

  describe('grants', () => {
    it('are listed for their run in the order they were given', async () => {
      const grants = [newGrant('g2'), newGrant('g1', { destination: 'https://example.com', scope: 'run' })];
      for (const grant of grants) await bench.commit({ kind: 'grant.give', grant });
      await bench.commit({ kind: 'grant.give', grant: newGrant('g3', { run_id: 'r2' }) });
      expect(await bench.store.listGrants('r1')).toEqual(grants);
      expect(await bench.store.listGrants('r3')).toEqual([]);
    });

    it('run out', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1', { uses_left: 2 }) });
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual(OK);
      expect(await bench.store.listGrants('r1')).toMatchObject([{ uses_left: 1 }]);
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual(OK);
      expect(await bench.store.listGrants('r1')).toEqual([]);
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual({ ok: false, failed: 0 });
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g2' })).toEqual({ ok: false, failed: 0 });
    });

    it('expire', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1') });
      bench.now += MINUTE;
      expect(await bench.store.listGrants('r1')).toEqual([]);
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual({ ok: false, failed: 0 });
    });

    it('are worth nothing once they are revoked, which happens once and by their own run', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1', { uses_left: 9 }) });
      const revoke = (run_id: string) => ({ kind: 'grant.revoke', grant_id: 'g1', run_id }) as const;
      expect(await bench.commit(revoke('r2'))).toEqual({ ok: false, failed: 0 });
      expect(await bench.commit(revoke('r1'))).toEqual(OK);
      expect(await bench.store.listGrants('r1')).toEqual([]);
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual({ ok: false, failed: 0 });
      expect(await bench.commit(revoke('r1'))).toEqual({ ok: false, failed: 0 });
    });

    it('cannot be revoked when they have expired or never were', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1') });
      bench.now += MINUTE;
      for (const grant_id of ['g1', 'g2']) {
        expect(await bench.commit({ kind: 'grant.revoke', grant_id, run_id: 'r1' })).toEqual({
          ok: false,
          failed: 0,
        });
      }
    });

    it('do not gain uses when given again', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1', { uses_left: 1 }) });
      await bench.commit({ kind: 'grant.use', grant_id: 'g1' });
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1', { uses_left: 1 }) });
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual({ ok: false, failed: 0 });
    });

    it('give no more uses than they have, whoever asks', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1', { uses_left: 7 }) });
      const outcomes = await race(await bench.connections(4), 40, () => [
        { kind: 'grant.use', grant_id: 'g1' },
      ]);
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(7);
    });
  });
}
