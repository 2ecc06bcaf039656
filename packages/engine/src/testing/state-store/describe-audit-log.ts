import { describe, expect, it } from 'vitest';
import { renderLogBody } from '../../wire/execution-log.ts';
import type { StateStore } from '../../store/state-store.ts';
import { race, expectValidChain, type StoreBench, link } from './store-bench.ts';
import { OK, START, guard, append, newLog } from './store-samples.ts';

/** Tests of the audit log: gap-free, chained, and each record once. */
export function describeAuditLog(bench: StoreBench): void {
  describe('the audit log', () => {
    it('numbers, dates and chains its records', async () => {
      await bench.commit(append({ event: 'run.started', data: '{"a":1,"b":"x"}' }));
      bench.now += 1;
      await bench.commit(append({ event: 'tool.start', tool_call_id: 'c1', decision: 'allow' }));
      const [first, second] = await bench.logs();
      const timestamp = '2026-11-01T00:00:00.000Z';
      const firstBody = { ...newLog({ event: 'run.started' }), data: '{"a":1,"b":"x"}', seq: 1, timestamp };
      const hash = link('', 1, renderLogBody(firstBody));
      expect(first).toEqual({ ...firstBody, data: { a: 1, b: 'x' }, hash });
      expect(second).toMatchObject({ seq: 2, timestamp: '2026-11-01T00:00:00.001Z', decision: 'allow' });
      await expectValidChain(bench.store);
    });

    it('has no gap after a batch that failed', async () => {
      await bench.commit(append({ attempt: 1 }));
      expect(await bench.commit(append({ attempt: 2 }), guard('unknown', 1))).toEqual({
        ok: false,
        failed: 1,
      });
      await bench.commit(append({ attempt: 3 }));
      expect((await bench.logs()).map((log) => [log.seq, log.attempt])).toEqual([
        [1, 1],
        [2, 3],
      ]);
      await expectValidChain(bench.store);
    });

    it('stores the same record once', async () => {
      await bench.commit(append({ tool_call_id: 'c1', decision: 'first' }));
      expect(await bench.commit(append({ tool_call_id: 'c1', decision: 'second' }))).toEqual(OK);
      await bench.commit(append({ tool_call_id: 'c1', attempt: 1 }), append({ tool_call_id: 'c2' }));
      await bench.commit(
        append({ tool_call_id: 'c1', event: 'tool.result' }),
        append({ tool_call_id: 'c1', run_id: 'r2' }),
      );
      expect(await bench.logs()).toHaveLength(5);
      expect((await bench.logs())[0]).toMatchObject({ decision: 'first' });
      await expectValidChain(bench.store);
    });

    it('leaves no gap after a duplicate record', async () => {
      await bench.commit(append({ attempt: 1 }));
      await bench.commit(
        append({ attempt: 1 }),
        append({ attempt: 2 }),
        append({ attempt: 1 }),
        append({ attempt: 3 }),
      );
      expect((await bench.logs()).map((log) => [log.seq, log.attempt])).toEqual([
        [1, 1],
        [2, 2],
        [3, 3],
      ]);
      await expectValidChain(bench.store);
    });

    it('stores a record whose batch failed before', async () => {
      await bench.commit(append({ tool_call_id: 'c1' }), guard('unknown', 1));
      await bench.commit(append({ tool_call_id: 'c1' }));
      expect(await bench.logs()).toHaveLength(1);
    });

    it.each(['audit.gap', 'audit.checkpoint'] as const)('stores every %s record', async (event) => {
      await bench.commit(append({ event }), append({ event }));
      await bench.commit(append({ event }));
      expect((await bench.logs()).map((log) => log.seq)).toEqual([1, 2, 3]);
      await expectValidChain(bench.store);
    });

    it('stays gap-free and valid when several connections append at the same time', async () => {
      const outcomes = await race(await bench.connections(4), 200, (index) => [
        append({ attempt: index }),
        ...(index % 5 === 0 ? [guard('unknown', 1)] : []),
      ]);
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(160);
      expect(await bench.logs()).toHaveLength(160);
      await expectValidChain(bench.store);
    });

    it('continues after the records that another connection added in between', async () => {
      // A store that one process holds has one connection.
      const stores = await bench.connections(2);
      for (let attempt = 0; attempt < 6; attempt += 1) {
        const store = stores[attempt % stores.length] ?? bench.store;
        expect(await store.commit([append({ attempt })])).toEqual({ ok: true });
      }
      expect((await bench.logs()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
      await expectValidChain(bench.store);
    });

    it('returns records by run, event, time and sequence number, oldest first', async () => {
      for (let index = 0; index < 6; index += 1) {
        bench.now = START + index * 1_000;
        const event = index < 3 ? 'tool.start' : 'tool.result';
        await bench.commit(append({ run_id: index % 2 === 0 ? 'even' : 'odd', event, attempt: index }));
      }
      const seqs = async (query: Parameters<StateStore['queryLogs']>[0]) =>
        (await bench.store.queryLogs(query)).map((log) => log.seq);
      expect(await seqs({ runId: 'even' })).toEqual([1, 3, 5]);
      expect(await seqs({ runId: 'even', afterSeq: 1, limit: 1 })).toEqual([3]);
      expect(await seqs({ runId: 'unknown' })).toEqual([]);
      expect(await seqs({ event: 'tool.result' })).toEqual([4, 5, 6]);
      expect(await seqs({ event: 'tool.result', runId: 'even' })).toEqual([5]);
      expect(await seqs({ since: '2026-11-01T00:00:04.000Z' })).toEqual([5, 6]);
      expect(await seqs({ since: '2026-11-01T09:00:05+09:00' })).toEqual([6]);
      expect(await seqs({ afterSeq: 2, limit: 2 })).toEqual([3, 4]);
      await expect(bench.store.queryLogs({ since: 'yesterday' })).rejects.toMatchObject({
        code: 'AGENTS-E-INPUT-INVALID',
      });
    });

    it('returns a thousand records by default', async () => {
      await bench.store.commit(Array.from({ length: 1_001 }, (_, attempt) => append({ attempt })));
      expect(await bench.logs()).toHaveLength(1_000);
      expect(await bench.store.queryLogs({ limit: 2_000 })).toHaveLength(1_001);
      expect(await bench.store.lastLog()).toMatchObject({ seq: 1_001 });
    });

    it('distinguishes ids that would be equal in the database encoding', async () => {
      const ids = ['\ud800', '\ud801', '\ufffd', 'a', 'a\0', 'a\0b', '\u0001"\\ud800"'];
      for (const tool_call_id of ids) await bench.commit(append({ tool_call_id }));
      expect((await bench.logs()).map((log) => log.tool_call_id)).toEqual(ids);
      await expectValidChain(bench.store);
    });

    it('returns a key named __proto__ as data', async () => {
      await bench.commit(append({ data: '{"__proto__":{"admin":true},"constructor":1}' }));
      const [log] = await bench.logs();
      expect(Object.keys(log?.data ?? {})).toEqual(['__proto__', 'constructor']);
      expect(Reflect.get({}, 'admin')).toBeUndefined();
    });
  });
}
