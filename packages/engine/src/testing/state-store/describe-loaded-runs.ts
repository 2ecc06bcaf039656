import { describe, expect, it } from 'vitest';
import type { StateStore } from '../../store/state-store.ts';
import type { StoreBench } from './store-bench.ts';
import {
  append,
  claim,
  createApproval,
  decide,
  endEffect,
  newApproval,
  OK,
  openRun,
  REJECTED,
  startEffect,
  suspend,
} from './store-samples.ts';

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
