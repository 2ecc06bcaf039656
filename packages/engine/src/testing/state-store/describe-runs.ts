import { describe, expect, it } from 'vitest';
import { QUEUE_OWNER } from '../../store/run-record.ts';
import { race, runPages, type StoreBench } from './store-bench.ts';
import {
  REJECTED,
  OK,
  MINUTE,
  adopt,
  renewLease,
  openRun,
  guard,
  suspend,
  claim,
  finish,
  putStep,
  startEffect,
  newRun,
} from './store-samples.ts';

/** Tests of runs, their epochs and the leases of their owners. */
export function describeRuns(bench: StoreBench): void {
  describe('runs', () => {
    it('opens a run and dates it with its own clock', async () => {
      const state = new Uint8Array([0, 1, 255]);
      expect(await bench.commit(openRun('r1', { state }))).toEqual(OK);
      const iso = '2026-11-01T00:00:00.000Z';
      expect(await bench.store.getRun('r1')).toEqual({
        ...newRun('r1'),
        state,
        created_at: iso,
        updated_at: iso,
      });
    });

    it('opens a run id once', async () => {
      await bench.commit(openRun('r1', { agent_name: 'first' }));
      expect(await bench.commit(openRun('r1', { agent_name: 'second' }))).toEqual(REJECTED);
      expect(await bench.store.getRun('r1')).toMatchObject({ agent_name: 'first' });
    });

    it('returns undefined for a run that was never opened', async () => {
      expect(await bench.store.getRun('r1')).toBeUndefined();
    });

    it('guards a running run by its epoch', async () => {
      await bench.commit(openRun('r1', { epoch: 3 }));
      expect(await bench.commit(guard('r1', 3))).toEqual(OK);
      expect(await bench.commit(guard('r1', 2))).toEqual(REJECTED);
      expect(await bench.commit(guard('r1', 4))).toEqual(REJECTED);
      expect(await bench.commit(guard('r2', 3))).toEqual(REJECTED);
    });

    it('suspends a running run with its state and updates its time', async () => {
      await bench.commit(openRun('r1'));
      bench.now += MINUTE;
      expect(await bench.commit(suspend('r1', 1))).toEqual(OK);
      expect(await bench.store.getRun('r1')).toMatchObject({
        status: 'suspended',
        state: new Uint8Array([7]),
        created_at: '2026-11-01T00:00:00.000Z',
        updated_at: '2026-11-01T00:01:00.000Z',
      });
      expect(await bench.commit(guard('r1', 1))).toEqual(REJECTED);
      expect(await bench.commit(suspend('r1', 1))).toEqual(REJECTED);
    });

    it('sets a new epoch, owner and segment when a run is claimed, and keeps its state', async () => {
      await bench.commit(openRun('r1'), suspend('r1', 1));
      expect(await bench.commit(claim('r1', 'suspended', 1, 1))).toEqual(OK);
      expect(await bench.store.getRun('r1')).toMatchObject({
        status: 'running',
        epoch: 2,
        segment: 1,
        owner: 'claimer',
        state: new Uint8Array([7]),
      });
    });

    it('rejects writes of the earlier owner of a run that was claimed while running', async () => {
      await bench.commit(openRun('r1'));
      expect(await bench.commit(claim('r1', 'running', 1, 0))).toEqual(OK);
      expect(await bench.store.getRun('r1')).toMatchObject({ epoch: 2, segment: 0 });
      expect(await bench.commit(guard('r1', 1))).toEqual(REJECTED);
      expect(await bench.commit(suspend('r1', 1))).toEqual(REJECTED);
      expect(await bench.commit(finish('r1', 1))).toEqual(REJECTED);
      expect(await bench.commit(claim('r1', 'running', 1, 0))).toEqual(REJECTED);
      expect(await bench.commit(claim('r1', 'suspended', 2, 0))).toEqual(REJECTED);
    });

    it.each(['done', 'failed', 'denied', 'expired'] as const)(
      'finishes a run as %s permanently',
      async (status) => {
        await bench.commit(
          openRun('r1', { state: new Uint8Array([1]) }),
          startEffect('r1', 'k1'),
          putStep('r1', 's', 'v'),
        );
        expect(await bench.commit(finish('r1', 1, status))).toEqual(OK);
        expect(await bench.store.getRun('r1')).toMatchObject({ status, state: null });
        expect(await bench.store.getEffects('r1')).toHaveLength(1);
        expect(await bench.store.getSteps('r1', 0)).toHaveLength(1);
        expect(await bench.commit(claim('r1', 'running', 1, 0))).toEqual(REJECTED);
        expect(await bench.commit(claim('r1', 'suspended', 1, 0))).toEqual(REJECTED);
        expect(await bench.commit(finish('r1', 1))).toEqual(REJECTED);
      },
    );

    it.each([
      ['running', []],
      ['suspended', [suspend('r1', 1)]],
    ])('assigns a %s run without an application to one, once', async (status, writes) => {
      await bench.commit(openRun('r1', { application: '' }), ...writes);
      expect(await bench.commit(adopt('r1', 2))).toEqual(REJECTED);
      expect(await bench.commit(adopt('r1', 1, 'shop'))).toEqual(OK);
      expect(await bench.commit(adopt('r1', 1, 'bank'))).toEqual(REJECTED);
      expect(await bench.store.getRun('r1')).toMatchObject({
        status,
        epoch: 1,
        owner: 'owner',
        application: 'shop',
        state: new Uint8Array([8]),
      });
    });

    it('keeps the application of a run that has one or has ended', async () => {
      await bench.commit(openRun('r1', { application: 'bank' }));
      expect(await bench.commit(adopt('r1', 1))).toEqual(REJECTED);
      await bench.commit(openRun('r2', { application: '' }), finish('r2', 1));
      expect(await bench.commit(adopt('r2', 1))).toEqual(REJECTED);
      expect(await bench.commit(adopt('r3', 1))).toEqual(REJECTED);
    });

    it('lets exactly one of many concurrent claims of a suspended run succeed', async () => {
      await bench.commit(openRun('r1'), suspend('r1', 1));
      const outcomes = await race(await bench.connections(4), 40, () => [claim('r1', 'suspended', 1, 1)]);
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
      expect(await bench.store.getRun('r1')).toMatchObject({ epoch: 2, segment: 1 });
    });

    it('lists runs newest first in pages, by status', async () => {
      for (let index = 0; index < 7; index += 1) await bench.commit(openRun(`r${index}`));
      await bench.commit(suspend('r2', 1));
      await bench.commit(suspend('r5', 1));
      expect(await runPages(bench.store, { limit: 3 })).toEqual([
        ['r6', 'r5', 'r4'],
        ['r3', 'r2', 'r1'],
        ['r0'],
      ]);
      expect(await runPages(bench.store, { limit: 1, status: 'suspended' })).toEqual([['r5'], ['r2']]);
      expect(await runPages(bench.store, { limit: 5, status: 'running' })).toEqual([
        ['r6', 'r4', 'r3', 'r1', 'r0'],
      ]);
      expect(await runPages(bench.store, { status: 'done' })).toEqual([[]]);
    });

    it('rejects an invalid cursor', async () => {
      await expect(bench.store.listRuns({ cursor: "1' or 1=1" })).rejects.toMatchObject({
        code: 'AGENTS-E-INPUT-INVALID',
      });
      await expect(bench.store.listApprovals({ cursor: '' })).rejects.toMatchObject({
        code: 'AGENTS-E-INPUT-INVALID',
      });
    });
  });

  describe('leases', () => {
    it('lists a run as orphaned when the lease of its owner has expired', async () => {
      await bench.commit(renewLease('owner'), openRun('r1'));
      expect(await bench.store.listAbandonedRuns(10)).toEqual([]);
      bench.now += MINUTE - 1;
      expect(await bench.store.listAbandonedRuns(10)).toEqual([]);
      bench.now += 1;
      expect(await bench.store.listAbandonedRuns(10)).toMatchObject([{ run_id: 'r1' }]);
    });

    it('renews a lease with every heartbeat', async () => {
      await bench.commit(renewLease('owner'), openRun('r1'));
      bench.now += MINUTE;
      await bench.commit(renewLease('owner'));
      expect(await bench.store.listAbandonedRuns(10)).toEqual([]);
    });

    it('lists a run as orphaned when its owner never had a lease', async () => {
      await bench.commit(openRun('r1'));
      expect(await bench.store.listAbandonedRuns(10)).toMatchObject([{ run_id: 'r1' }]);
    });

    it('never lists a run that is not running as orphaned', async () => {
      await bench.commit(openRun('r1'), suspend('r1', 1));
      await bench.commit(openRun('r2'), finish('r2', 1));
      expect(await bench.store.listAbandonedRuns(10)).toEqual([]);
    });

    it('lists only the orphaned runs of the requested agents', async () => {
      await bench.commit(openRun('r1', { agent_name: 'clerk' }));
      await bench.commit(openRun('r2', { agent_name: 'cook' }));
      await bench.commit(openRun('r3', { agent_name: 'clerk' }));
      expect(await bench.store.listAbandonedRuns(10, { agents: ['clerk', "o'hara"] })).toMatchObject([
        { run_id: 'r1' },
        { run_id: 'r3' },
      ]);
      expect(await bench.store.listAbandonedRuns(1, { agents: ['cook'] })).toMatchObject([{ run_id: 'r2' }]);
      expect(await bench.store.listAbandonedRuns(10, { agents: [] })).toEqual([]);
    });

    it('lists only the orphaned runs of the requested application', async () => {
      await bench.commit(renewLease('alive', 'shop'));
      await bench.commit(openRun('r1', { application: 'shop' }));
      await bench.commit(openRun('r2', { application: 'bank' }));
      await bench.commit(openRun('r3', { application: '' }));
      await bench.commit(openRun('r4', { application: 'shop', owner: 'alive' }));
      await bench.commit(openRun('q1', { application: 'bank', owner: QUEUE_OWNER }));
      await bench.commit(openRun('q2', { application: 'shop', owner: QUEUE_OWNER, agent_name: 'cook' }));
      await bench.commit(openRun('q3', { application: 'shop', owner: QUEUE_OWNER }));
      const ids = async (application: string, agents?: readonly string[]) =>
        (await bench.store.listAbandonedRuns(10, { application, agents })).map(({ run_id: id }) => id);
      expect(await ids('shop')).toEqual(['r1', 'q2', 'q3']);
      expect(await ids('bank')).toEqual(['r2', 'q1']);
      expect(await ids('')).toEqual(['r3']);
      expect(await ids('sho')).toEqual([]);
      expect(await ids('shop', ['clerk'])).toEqual(['r1', 'q3']);
    });

    it('finds one orphaned or queued run by its id', async () => {
      await bench.commit(renewLease('alive', 'shop'));
      await bench.commit(openRun('r1'));
      await bench.commit(openRun('r2', { owner: 'alive' }));
      await bench.commit(openRun('q1', { owner: QUEUE_OWNER }));
      await bench.commit(openRun('r3'), suspend('r3', 1));
      const ids = async (run_id: string) =>
        (await bench.store.listAbandonedRuns(1, { run_id })).map(({ run_id: id }) => id);
      expect(await Promise.all(['r1', 'r2', 'q1', 'r3', 'none'].map(ids))).toEqual([
        ['r1'],
        [],
        ['q1'],
        [],
        [],
      ]);
      bench.now += MINUTE;
      expect(await ids('r2')).toEqual(['r2']);
    });

    it('lists the applications that have a process with a lease', async () => {
      expect(await bench.store.listLiveApplications()).toEqual([]);
      await bench.commit(
        renewLease('p1', 'shop'),
        renewLease('p2', 'shop', 2 * MINUTE),
        renewLease('p3', 'bank'),
      );
      expect((await bench.store.listLiveApplications()).toSorted()).toEqual(['bank', 'shop']);
      bench.now += MINUTE;
      expect(await bench.store.listLiveApplications()).toEqual(['shop']);
      await bench.commit(renewLease('p2', 'shop', 0));
      expect(await bench.store.listLiveApplications()).toEqual([]);
    });

    it('lists orphaned runs before queued ones, each oldest first', async () => {
      await bench.commit(renewLease('alive'));
      for (const id of ['q1', 'q2']) await bench.commit(openRun(id, { owner: QUEUE_OWNER }));
      await bench.commit(openRun('r1', { owner: 'alive' }));
      for (const id of ['r2', 'r3']) await bench.commit(openRun(id, { owner: 'dead' }));
      await bench.commit(openRun('q3', { owner: QUEUE_OWNER }));
      const ids = async (limit: number) =>
        (await bench.store.listAbandonedRuns(limit, { agents: ['clerk'] })).map(({ run_id: id }) => id);
      expect(await ids(10)).toEqual(['r2', 'r3', 'q1', 'q2', 'q3']);
      expect(await ids(1)).toEqual(['r2']);
      expect(await ids(3)).toEqual(['r2', 'r3', 'q1']);
    });

    it('lists orphaned runs oldest first, up to the limit', async () => {
      for (const id of ['r1', 'r2', 'r3']) await bench.commit(openRun(id));
      expect(await bench.store.listAbandonedRuns(2)).toMatchObject([{ run_id: 'r1' }, { run_id: 'r2' }]);
    });
  });
}
