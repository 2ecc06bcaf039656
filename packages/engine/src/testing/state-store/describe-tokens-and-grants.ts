import { describe, expect, it } from 'vitest';
import { race, type StoreBench } from './store-bench.ts';
import { REJECTED, OK, MINUTE, issueToken, useToken, newGrant, append } from './store-samples.ts';

/** Tests of tokens and grants: valid only within their limits. */
export function describeTokensAndGrants(bench: StoreBench): void {
  describe('tokens', () => {
    it('are used once, by their own run', async () => {
      await bench.commit(issueToken('t1'));
      expect(await bench.commit(useToken('t1', 'another run'))).toEqual(REJECTED);
      expect(await bench.commit(useToken('t2'))).toEqual(REJECTED);
      expect(await bench.commit(useToken('t1'))).toEqual(OK);
      expect(await bench.commit(useToken('t1'))).toEqual(REJECTED);
    });

    it('are valid until their expiry', async () => {
      await bench.commit(issueToken('t1'), issueToken('t2'));
      bench.now += MINUTE - 1;
      expect(await bench.commit(useToken('t1'))).toEqual(OK);
      bench.now += 1;
      expect(await bench.commit(useToken('t2'))).toEqual(REJECTED);
    });

    it('are never valid when their duration is not a number', async () => {
      await bench.commit({ ...issueToken('t1'), ttl_ms: Number.NaN });
      expect(await bench.commit(useToken('t1'))).toEqual(REJECTED);
    });

    it('are not renewed when the same token is issued again', async () => {
      await bench.commit(issueToken('t1'), useToken('t1'));
      await bench.commit(issueToken('t1'));
      expect(await bench.commit(useToken('t1'))).toEqual(REJECTED);
    });

    it('are used by exactly one of a hundred concurrent callers', async () => {
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
    it('are listed for their run in the order of creation', async () => {
      const grants = [newGrant('g2'), newGrant('g1', { destination: 'https://example.com', scope: 'run' })];
      for (const grant of grants) await bench.commit({ kind: 'grant.give', grant });
      await bench.commit({ kind: 'grant.give', grant: newGrant('g3', { run_id: 'r2' }) });
      expect(await bench.store.listGrants('r1')).toEqual(grants);
      expect(await bench.store.listGrants('r3')).toEqual([]);
    });

    it('cannot be used more often than permitted', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1', { uses_left: 2 }) });
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual(OK);
      expect(await bench.store.listGrants('r1')).toMatchObject([{ uses_left: 1 }]);
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual(OK);
      expect(await bench.store.listGrants('r1')).toEqual([]);
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual(REJECTED);
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g2' })).toEqual(REJECTED);
    });

    it('expire', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1') });
      bench.now += MINUTE;
      expect(await bench.store.listGrants('r1')).toEqual([]);
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual(REJECTED);
    });

    it('cannot be used after they are revoked, which succeeds once and only for their own run', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1', { uses_left: 9 }) });
      const revoke = (run_id: string) => ({ kind: 'grant.revoke', grant_id: 'g1', run_id }) as const;
      expect(await bench.commit(revoke('r2'))).toEqual(REJECTED);
      expect(await bench.commit(revoke('r1'))).toEqual(OK);
      expect(await bench.store.listGrants('r1')).toEqual([]);
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual(REJECTED);
      expect(await bench.commit(revoke('r1'))).toEqual(REJECTED);
    });

    it('cannot be revoked when they have expired or do not exist', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1') });
      bench.now += MINUTE;
      for (const grant_id of ['g1', 'g2']) {
        expect(await bench.commit({ kind: 'grant.revoke', grant_id, run_id: 'r1' })).toEqual(REJECTED);
      }
    });

    it('do not gain uses when created again', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1', { uses_left: 1 }) });
      await bench.commit({ kind: 'grant.use', grant_id: 'g1' });
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1', { uses_left: 1 }) });
      expect(await bench.commit({ kind: 'grant.use', grant_id: 'g1' })).toEqual(REJECTED);
    });

    it('permit no more uses than they have under concurrency', async () => {
      await bench.commit({ kind: 'grant.give', grant: newGrant('g1', { uses_left: 7 }) });
      const outcomes = await race(await bench.connections(4), 40, () => [
        { kind: 'grant.use', grant_id: 'g1' },
      ]);
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(7);
    });
  });
}
