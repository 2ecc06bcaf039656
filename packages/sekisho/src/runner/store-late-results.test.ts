import { afterEach, expect, it, vi } from 'vitest';
import { auditRecord } from '../../../engine/src/audit/audit-record.ts';
import type { StoreWrite } from '../../../engine/src/store/state-store.ts';
import { storeLateResults } from './store-late-results.ts';

const result = new Uint8Array();
const end: StoreWrite = { kind: 'effect.end', run_id: 'r1', call_key: 'c1', epoch: 1, result };
const record = auditRecord({ run_id: 'r1', tool_call_id: 'c1', event: 'tool.result', attempt: 1 }, {});
const batch = { writes: [end], records: [record], readsOnly: false };

afterEach(() => vi.restoreAllMocks());

it('records the result of a call although its outcome was requested from a person in the meantime', async () => {
  const commits: unknown[] = [];
  await storeLateResults(
    {
      commit: async (writes, records) => {
        commits.push([writes.length, records.length]);
        return writes.length > 0 ? { ok: false, failed: 0 } : { ok: true };
      },
    },
    batch,
    'required',
  );
  expect(commits).toEqual([
    [1, 1],
    [0, 1],
  ]);
});

it('stores the result of a call although the result of another call is rejected', async () => {
  const other: StoreWrite = { ...end, call_key: 'c2' };
  const stored: unknown[] = [];
  await storeLateResults(
    {
      commit: async (writes, records) => {
        if (writes.includes(end)) return { ok: false, failed: writes.indexOf(end) };
        stored.push(...writes, ...records);
        return { ok: true };
      },
    },
    { ...batch, writes: [end, other] },
    'required',
  );
  expect(stored).toEqual([other, record]);
});

it('tries again when the store is unavailable for a moment', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  let tries = 0;
  const commit = async () => {
    tries += 1;
    if (tries < 3) throw new Error('unavailable');
    return { ok: true } as const;
  };
  await storeLateResults({ commit }, batch, 'required', [1, 1]);
  expect({ tries, warnings: warn.mock.calls.length }).toEqual({ tries: 3, warnings: 0 });
});

it('warns when the store is unavailable, because no caller waits for the result', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  await storeLateResults(
    { commit: async () => Promise.reject(new Error('closed')) },
    batch,
    'required',
    [1, 1],
  );
  expect(String(warn.mock.calls[0]?.[0])).toContain('could not be stored');
});
