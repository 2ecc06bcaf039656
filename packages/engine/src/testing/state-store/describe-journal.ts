import { describe, expect, it } from 'vitest';
import type { StoreBench } from './store-bench.ts';
import {
  REJECTED,
  OK,
  MINUTE,
  finish,
  openRun,
  suspend,
  putStep,
  startEffect,
  endEffect,
  loseEffect,
  settleEffect,
  newEffect,
  append,
  claim,
  createApproval,
  decide,
  newApproval,
} from './store-samples.ts';
import type { StateStore } from '../../store/state-store.ts';

/** Tests of steps and effects, which prevent repetitions after a crash. */
export function describeJournal(bench: StoreBench): void {
  describe('steps', () => {
    it('keeps the first value of a step', async () => {
      expect(await bench.commit(putStep('r1', 'model:0', 'first'))).toEqual(OK);
      expect(await bench.commit(putStep('r1', 'model:0', 'second'))).toEqual(OK);
      expect(await bench.store.getSteps('r1', 0)).toEqual([
        { run_id: 'r1', segment: 0, name: 'model:0', fingerprint: 'f', value: 'first' },
      ]);
    });

    it('separates the steps of each segment and run', async () => {
      await bench.commit(putStep('r1', 'a', 'x'), putStep('r1', 'a', 'y', 1), putStep('r2', 'a', 'z'));
      expect(await bench.store.getSteps('r1', 1)).toMatchObject([{ value: 'y' }]);
      expect(await bench.store.getSteps('r2', 0)).toMatchObject([{ value: 'z' }]);
      expect(await bench.store.getSteps('r2', 1)).toEqual([]);
    });
  });

  describe('context', () => {
    it('lists only the steps that describe a run', async () => {
      const { store } = bench;
      // Both methods are optional; a store has both or none.
      expect(store.removeContext === undefined).toBe(store.listContextSteps === undefined);
      if (!store.listContextSteps) return;
      await bench.commit(putStep('r1', 'context:about', 'a'), putStep('r1', 'model:0', 'b'));
      await bench.commit(putStep('r2', 'context:task', 'c'), putStep('r2', 'context:about', 'd', 1));
      const found = (await store.listContextSteps(['r2', 'r1', 'r3'])) ?? [];
      expect(found.map(({ run_id, value }) => `${run_id} ${value}`).toSorted()).toEqual(['r1 a', 'r2 c']);
    });

    it('empties the steps and results of runs that ended before a time, and no others', async () => {
      const { store } = bench;
      expect(store.removeContext === undefined).toBe(store.listContextSteps === undefined);
      if (!store.removeContext) return;
      const runs = ['ended', 'waiting', 'open'] as const;
      for (const run of runs)
        await bench.commit(
          openRun(run),
          putStep(run, 'context:about', 'about'),
          putStep(run, 'model:0', 'response'),
          startEffect(run, 'k1'),
          endEffect(run, 'k1', 1),
        );
      await bench.commit(finish('ended', 1), suspend('waiting', 1));
      bench.now += MINUTE;
      await bench.commit(openRun('late'), putStep('late', 'model:0', 'response'), finish('late', 1));
      const endedBefore = new Date(bench.now).toISOString();
      const first = await store.removeContext({ endedBefore, after: 0, limit: 2 });
      const second = await store.removeContext({ endedBefore, after: first ?? 0, limit: 2 });
      expect(await store.removeContext({ endedBefore, after: second ?? 0, limit: 2 })).toBeUndefined();
      const valuesOf = async (run: string) =>
        (await store.getSteps(run, 0)).map(({ value }) => value).toSorted();
      expect(await valuesOf('ended')).toEqual(['', 'about']);
      expect(await store.getEffects('ended')).toMatchObject([{ status: 'done', result: new Uint8Array() }]);
      for (const run of ['waiting', 'open']) {
        expect(await valuesOf(run)).toEqual(['about', 'response']);
        expect((await store.getEffects(run))[0]?.result).not.toHaveLength(0);
      }
      expect(await valuesOf('late')).toEqual(['response']);
    });
  });

  describe('effects', () => {
    it('starts an effect once in an epoch', async () => {
      expect(await bench.commit(startEffect('r1', 'k1', { effect: 'read' }))).toEqual(OK);
      expect(await bench.commit(startEffect('r1', 'k1', { effect: 'read' }))).toEqual(REJECTED);
      expect(await bench.store.getEffects('r1')).toEqual([
        { ...newEffect('r1', 'k1'), effect: 'read', status: 'started', result: null },
      ]);
    });

    it.each(['read', 'idempotent'] as const)('starts a %s effect again in a later epoch', async (effect) => {
      await bench.commit(startEffect('r1', 'k1', { effect, epoch: 2 }));
      expect(await bench.commit(startEffect('r1', 'k1', { effect, epoch: 1 }))).toEqual(REJECTED);
      expect(await bench.commit(startEffect('r1', 'k1', { effect, epoch: 3 }))).toEqual(OK);
      expect(await bench.store.getEffects('r1')).toMatchObject([{ epoch: 3, status: 'started' }]);
    });

    it.each([
      ['destructive', 'destructive'],
      ['destructive', 'read'],
      ['idempotent', 'destructive'],
    ] as const)('never starts a %s effect again as %s', async (before, after) => {
      await bench.commit(startEffect('r1', 'k1', { effect: before, epoch: 1 }));
      expect(await bench.commit(startEffect('r1', 'k1', { effect: after, epoch: 2 }))).toEqual(REJECTED);
      expect(await bench.store.getEffects('r1')).toMatchObject([{ effect: before, epoch: 1 }]);
    });

    it('ends an effect only under the epoch that started it', async () => {
      await bench.commit(startEffect('r1', 'k1', { epoch: 2 }));
      expect(await bench.commit(endEffect('r1', 'k1', 1))).toEqual(REJECTED);
      expect(await bench.commit(endEffect('r1', 'k1', 2))).toEqual(OK);
      expect(await bench.store.getEffects('r1')).toMatchObject([
        { status: 'done', result: new Uint8Array([9]) },
      ]);
      expect(await bench.commit(endEffect('r1', 'k1', 2))).toEqual(REJECTED);
      expect(await bench.commit(endEffect('r1', 'k2', 2))).toEqual(REJECTED);
    });

    it('does not start a finished effect again', async () => {
      await bench.commit(startEffect('r1', 'k1', { effect: 'read' }), endEffect('r1', 'k1', 1));
      expect(await bench.commit(startEffect('r1', 'k1', { effect: 'read', epoch: 2 }))).toEqual(REJECTED);
    });

    it('marks only a started effect as unknown', async () => {
      await bench.commit(startEffect('r1', 'k1', { effect: 'read' }));
      expect(await bench.commit(loseEffect('r1', 'k1'))).toEqual(OK);
      expect(await bench.store.getEffects('r1')).toMatchObject([{ status: 'unknown', result: null }]);
      expect(await bench.commit(loseEffect('r1', 'k1'))).toEqual(REJECTED);
      expect(await bench.commit(endEffect('r1', 'k1', 1))).toEqual(REJECTED);
      expect(await bench.commit(startEffect('r1', 'k1', { effect: 'read', epoch: 2 }))).toEqual(REJECTED);
    });

    it('settles an unknown effect as done', async () => {
      await bench.commit(startEffect('r1', 'k1'), loseEffect('r1', 'k1'));
      expect(await bench.commit(settleEffect('r1', 'k1', new Uint8Array([5])))).toEqual(OK);
      expect(await bench.store.getEffects('r1')).toMatchObject([
        { status: 'done', result: new Uint8Array([5]) },
      ]);
      expect(await bench.commit(settleEffect('r1', 'k1', null))).toEqual(REJECTED);
    });

    it('deletes an unknown effect so that it may run again', async () => {
      await bench.commit(startEffect('r1', 'k1'), loseEffect('r1', 'k1'));
      expect(await bench.commit(settleEffect('r1', 'k1', null))).toEqual(OK);
      expect(await bench.store.getEffects('r1')).toEqual([]);
      expect(await bench.commit(startEffect('r1', 'k1'))).toEqual(OK);
    });

    it('settles only unknown effects', async () => {
      await bench.commit(startEffect('r1', 'k1'));
      expect(await bench.commit(settleEffect('r1', 'k1', null))).toEqual(REJECTED);
      expect(await bench.commit(settleEffect('r1', 'k1', new Uint8Array()))).toEqual(REJECTED);
      expect(await bench.commit(settleEffect('r1', 'k2', null))).toEqual(REJECTED);
    });
  });
}

/** Tests of `loadRun` and of the write that depends on it. A store without `loadRun` passes them. */
export function describeLoadedRuns(bench: StoreBench): void {
  const load = (runId: string) => bench.store.loadRun?.(runId);
  const logGuard = (seq: number, run_id = 'r1') => ({ kind: 'log.guard', run_id, seq }) as const;

  describe('a loaded run', () => {
    it('equals the rows and records of the single methods', async () => {
      await bench.commit(openRun('r1'), append({ event: 'run.started' }), append({ event: 'gate.decision' }));
      await bench.commit(openRun('r2'), append({ run_id: 'r2', event: 'run.started' }));
      await bench.commit(
        createApproval(newApproval('a1')),
        createApproval(newApproval('a2')),
        createApproval(newApproval('a3', { run_id: 'r2' })),
        startEffect('r1', 'k1'),
        startEffect('r2', 'k1'),
        append({ event: 'tool.start' }),
      );
      await bench.commit(
        decide('a1', 'approved'),
        endEffect('r1', 'k1', 1),
        append({ event: 'approval.approved', data: '{"approval_id":"a1"}' }),
      );
      await bench.commit(suspend('r1', 1), append({ event: 'gate.decision', attempt: 1 }));
      const loaded = await load('r1');
      if (loaded === undefined) return;
      expect(loaded).toEqual(await readSeparately(bench.store, 'r1'));
      expect(loaded.records.map(({ record }) => record.seq)).toEqual([1, 4, 5]);
      expect(loaded.last_seq).toBe(6);
    });

    it('is empty for an unknown run', async () => {
      await bench.commit(append({ event: 'run.started' }));
      const loaded = await load('unknown');
      if (loaded === undefined) return;
      expect(loaded).toEqual({ run: undefined, approvals: [], effects: [], records: [], last_seq: 0 });
    });

    it('is claimed only while the log has no newer record of it', async () => {
      await bench.commit(openRun('r1', { status: 'suspended' }), append({ event: 'run.started' }));
      if ((await load('r1')) === undefined) return;
      await bench.commit(append({ event: 'approval.approved' }));
      await bench.commit(append({ run_id: 'r2', event: 'run.started' }));
      expect(await bench.commit(logGuard(1), claim('r1', 'suspended', 1, 1))).toEqual(REJECTED);
      expect(await bench.store.getRun('r1')).toMatchObject({ status: 'suspended', epoch: 1 });
      expect(await bench.commit(logGuard(2), claim('r1', 'suspended', 2, 1))).toEqual({
        ok: false,
        failed: 1,
      });
      const { last_seq: seq = 0 } = (await load('r1')) ?? {};
      expect(await bench.commit(logGuard(seq), claim('r1', 'suspended', 1, 1), append({}))).toEqual(OK);
      expect(await bench.store.getRun('r1')).toMatchObject({ status: 'running', epoch: 2 });
      expect(await bench.commit(logGuard(seq))).toEqual(REJECTED);
      expect(await bench.commit(logGuard(0, 'unknown'))).toEqual(OK);
    });
  });
}

async function readSeparately(store: StateStore, runId: string) {
  const log = await store.queryLogs({});
  const ofRun = log.filter(({ run_id }) => run_id === runId);
  return {
    run: await store.getRun(runId),
    approvals: (await store.listApprovals({ run_id: runId })).rows,
    effects: await store.getEffects(runId),
    records: ofRun
      .filter(({ event }) => event !== 'gate.decision')
      .map((record) => ({
        record,
        previous_hash: log.find(({ seq }) => seq === record.seq - 1)?.hash ?? '',
      })),
    last_seq: ofRun.at(-1)?.seq,
  };
}
