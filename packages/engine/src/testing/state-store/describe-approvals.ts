import { describe, expect, it } from 'vitest';
import { race, approvalPages, type StoreBench } from './store-bench.ts';
import {
  REJECTED,
  OK,
  MINUTE,
  START,
  newApproval,
  createApproval,
  decide,
  extend,
  useApproval,
} from './store-samples.ts';

/** Tests of approvals: decided once, used once, never after their expiry. */
export function describeApprovals(bench: StoreBench): void {
  describe('approvals', () => {
    it('returns an approval as it was created', async () => {
      const approval = newApproval('a1', { destination: 'https://example.com' });
      expect(await bench.commit(createApproval(approval))).toEqual(OK);
      expect(await bench.store.getApproval('a1')).toEqual(approval);
      expect(await bench.store.getApproval('a2')).toBeUndefined();
    });

    it('does not change an existing approval', async () => {
      await bench.commit(createApproval(newApproval('a1', { reason: 'first' })));
      expect(await bench.commit(createApproval(newApproval('a1', { reason: 'second' })))).toEqual(OK);
      expect(await bench.store.getApproval('a1')).toMatchObject({ reason: 'first' });
      await bench.commit(decide('a1', 'denied'));
      await bench.commit(createApproval(newApproval('a1')));
      expect(await bench.store.getApproval('a1')).toMatchObject({ status: 'denied' });
    });

    it('records who decided, when and with which comment', async () => {
      await bench.commit(createApproval(newApproval('a1')));
      bench.now += 1_000;
      const by = { id: 'hanako', assurance: 'passkey' };
      expect(
        await bench.commit({
          kind: 'approval.decide',
          approval_id: 'a1',
          to: 'approved',
          by,
          comment: 'fine',
          edited_args: '{"a":2}',
        }),
      ).toEqual(OK);
      expect(await bench.store.getApproval('a1')).toEqual({
        ...newApproval('a1'),
        status: 'approved',
        decided_at: '2026-11-01T00:00:01.000Z',
        decided_by: by,
        comment: 'fine',
        edited_args: '{"a":2}',
      });
    });

    it.each(['approved', 'denied', 'cancelled'] as const)('is decided as %s once', async (to) => {
      await bench.commit(createApproval(newApproval('a1')));
      expect(await bench.commit(decide('a1', to))).toEqual(OK);
      for (const again of ['approved', 'denied', 'cancelled', 'expired'] as const) {
        expect(await bench.commit(decide('a1', again))).toEqual(REJECTED);
      }
      bench.now += 2 * MINUTE;
      expect(await bench.commit(decide('a1', 'expired'))).toEqual(REJECTED);
      expect(await bench.store.getApproval('a1')).toMatchObject({ status: to });
    });

    it('decides nothing about an approval that does not exist', async () => {
      expect(await bench.commit(decide('a1', 'approved'))).toEqual(REJECTED);
    });

    it.each(['approved', 'denied'] as const)('is not %s at or after its expiry', async (to) => {
      await bench.commit(createApproval(newApproval('a1')), createApproval(newApproval('a2')));
      bench.now = START + MINUTE - 1;
      expect(await bench.commit(decide('a1', to))).toEqual(OK);
      bench.now = START + MINUTE;
      expect(await bench.commit(decide('a2', to))).toEqual(REJECTED);
    });

    it('expires only after its expiry and is pending until then', async () => {
      await bench.commit(createApproval(newApproval('a1')));
      expect(await bench.commit(decide('a1', 'expired'))).toEqual(REJECTED);
      bench.now += MINUTE;
      expect(await bench.store.getApproval('a1')).toMatchObject({ status: 'pending' });
      expect(await bench.commit(decide('a1', 'expired'))).toEqual(OK);
      expect(await bench.store.getApproval('a1')).toMatchObject({ status: 'expired' });
    });

    it('can be cancelled after its expiry', async () => {
      await bench.commit(createApproval(newApproval('a1')));
      bench.now += MINUTE;
      expect(await bench.commit(decide('a1', 'cancelled'))).toEqual(OK);
    });

    it('can be extended while it is pending and not expired, and decided within the extension', async () => {
      await bench.commit(createApproval(newApproval('a1')));
      const later = new Date(START + 3 * MINUTE).toISOString();
      expect(await bench.commit(extend('a1', later))).toEqual(OK);
      expect(await bench.store.getApproval('a1')).toEqual(newApproval('a1', { expires_at: later }));
      expect((await bench.store.listApprovals({ status: 'pending' })).rows).toMatchObject([
        { expires_at: later },
      ]);
      bench.now += 2 * MINUTE;
      expect(await bench.commit(decide('a1', 'expired'))).toEqual(REJECTED);
      expect(await bench.commit(decide('a1', 'approved'))).toEqual(OK);
      expect(await bench.store.getApproval('a1')).toMatchObject({ status: 'approved', expires_at: later });
    });

    it.each([
      { what: 'that is decided', until: START + 3 * MINUTE, decided: true },
      { what: 'whose expiry has passed', until: START + 3 * MINUTE, passes: MINUTE },
      { what: 'to an earlier time', until: START + MINUTE - 1 },
      { what: 'to the same time', until: START + MINUTE },
      { what: 'to an invalid time' },
    ])('does not extend an approval $what', async ({ until, decided = false, passes = 0 }) => {
      await bench.commit(createApproval(newApproval('a1')));
      if (decided) await bench.commit(decide('a1', 'denied'));
      bench.now += passes;
      const expires_at = until === undefined ? 'next week' : new Date(until).toISOString();
      expect(await bench.commit(extend('a1', expires_at))).toEqual(REJECTED);
      expect(await bench.store.getApproval('a1')).toMatchObject({ expires_at: newApproval('a1').expires_at });
      expect(await bench.commit(extend('unknown', expires_at))).toEqual(REJECTED);
    });

    it('treats an invalid expiry as passed', async () => {
      await bench.commit(createApproval(newApproval('a1', { expires_at: 'next week' })));
      expect(await bench.commit(decide('a1', 'approved'))).toEqual(REJECTED);
      expect(await bench.commit(decide('a1', 'expired'))).toEqual(OK);
    });

    it('is used once, when approved, for exactly its action', async () => {
      await bench.commit(createApproval(newApproval('a1')));
      expect(await bench.commit(useApproval('a1'))).toEqual(REJECTED);
      await bench.commit(decide('a1', 'approved'));
      expect(await bench.commit(useApproval('a1', 'digest of something else'))).toEqual(REJECTED);
      expect(await bench.commit(useApproval('a1'))).toEqual(OK);
      expect(await bench.store.getApproval('a1')).toMatchObject({ used_at: '2026-11-01T00:00:00.000Z' });
      expect(await bench.commit(useApproval('a1'))).toEqual(REJECTED);
      expect(await bench.commit(useApproval('a2'))).toEqual(REJECTED);
    });

    it.each(['denied', 'cancelled'] as const)('is never used when %s', async (to) => {
      await bench.commit(createApproval(newApproval('a1')), decide('a1', to));
      expect(await bench.commit(useApproval('a1'))).toEqual(REJECTED);
    });

    it('accepts one of a hundred concurrent decisions and one of a hundred concurrent uses', async () => {
      await bench.commit(createApproval(newApproval('a1')));
      const racing = await bench.connections(4);
      const decided = await race(racing, 100, (index) => [
        decide('a1', index % 2 === 0 ? 'approved' : 'denied'),
      ]);
      expect(decided.filter((outcome) => outcome.ok)).toHaveLength(1);
      await bench.commit(createApproval(newApproval('a2')), decide('a2', 'approved'));
      const used = await race(racing, 100, () => [useApproval('a2')]);
      expect(used.filter((outcome) => outcome.ok)).toHaveLength(1);
    });

    it('lists approvals newest first in pages, by run and by status', async () => {
      for (let index = 0; index < 6; index += 1) {
        await bench.commit(
          createApproval(newApproval(`a${index}`, { run_id: index % 2 === 0 ? 'even' : 'odd' })),
        );
      }
      await bench.commit(decide('a1', 'approved'), decide('a2', 'denied'));
      expect(await approvalPages(bench.store, { limit: 4 })).toEqual([
        ['a5', 'a4', 'a3', 'a2'],
        ['a1', 'a0'],
      ]);
      expect(await approvalPages(bench.store, { status: 'pending', limit: 2 })).toEqual([
        ['a5', 'a4'],
        ['a3', 'a0'],
      ]);
      expect(await approvalPages(bench.store, { run_id: 'odd', limit: 2 })).toEqual([['a5', 'a3'], ['a1']]);
      expect(await approvalPages(bench.store, { run_id: 'odd', status: 'pending' })).toEqual([['a5', 'a3']]);
      expect(await approvalPages(bench.store, { run_id: 'unknown' })).toEqual([[]]);
    });

    it('pages through ten thousand pending approvals without omissions or duplicates', async () => {
      const count = 10_000;
      for (let index = 0; index < count; index += 500) {
        await bench.store.commit(
          Array.from({ length: 500 }, (_, offset) => createApproval(newApproval(`a${index + offset}`))),
        );
      }
      await bench.commit(decide('a5000', 'approved'));
      const pages = await approvalPages(bench.store, { status: 'pending', limit: 500 });
      expect(pages).toHaveLength(20);
      expect(new Set(pages.flat()).size).toBe(count - 1);
      expect(pages[0]?.[0]).toBe('a9999');
      expect(pages.at(-1)?.at(-1)).toBe('a0');
    });
  });
}
