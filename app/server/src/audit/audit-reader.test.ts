import type { ExecutionLog, ExecutionLogQuery } from 'sekisho';
import { describe, expect, it } from 'vitest';
import type { RunHost } from '../runs/run-host.ts';
import { AuditReader } from './audit-reader.ts';

/** A log whose oldest records were archived. */
function readerOf(first: number, last: number): AuditReader {
  const records = Array.from({ length: last - first + 1 }, (_, index) => recordAt(first + index));
  const store = {
    lastLog: async () => records.at(-1),
    queryLogs: async ({ afterSeq = 0, limit = 1000 }: ExecutionLogQuery) =>
      records.filter(({ seq }) => seq > afterSeq).slice(0, limit),
  };
  return new AuditReader({ runHost: { store } as unknown as RunHost, clock: () => 0 });
}

function recordAt(seq: number): ExecutionLog {
  const timestamp = new Date(seq * 1000).toISOString();
  return {
    seq,
    run_id: 'r',
    tool_call_id: '',
    event: seq % 2 === 0 ? 'tool.start' : 'tool.result',
    attempt: 0,
    decision: '',
    timestamp,
    data: {},
    hash: '',
  };
}

async function readAll(reader: AuditReader, query: { event?: 'tool.start'; limit: number }) {
  const seqs: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 50; page += 1) {
    const found = await reader.list({ ...query, cursor });
    seqs.push(...found.items.map(({ seq }) => seq));
    if (found.cursor === null) return seqs;
    ({ cursor } = found);
  }
  throw new Error('The pages do not end.');
}

const down = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, index) => from - index * step);

describe('pages of the audit log', () => {
  it.each([
    ['from its first record', 1, 95],
    ['that begins with a later record', 91, 185],
    ['that begins at a page boundary', 101, 200],
    ['that contains one record', 7, 7],
  ])('end for a log %s', async (_case, first, last) => {
    const reader = readerOf(first, last);
    expect(await readAll(reader, { limit: 10 })).toEqual(down(last, first));
  });

  it('contain every matching record once, also in a log that begins with a later record', async () => {
    const reader = readerOf(1001, 1100);
    expect(await readAll(reader, { event: 'tool.start', limit: 7 })).toEqual(down(1100, 1002, 2));
  });

  it('are empty for an empty log', async () => {
    expect(await readAll(readerOf(1, 0), { limit: 10 })).toEqual([]);
  });
});

describe('verification of the chain', () => {
  it('runs one at a time for requests with an anchor', async () => {
    let atOnce = 0;
    let most = 0;
    const runner = {
      verifyExecutionLog: async () => {
        most = Math.max(most, (atOnce += 1));
        await new Promise((resolve) => setImmediate(resolve));
        atOnce -= 1;
        return { ok: true };
      },
    };
    const runHost = { store: { lastLog: async () => undefined }, runner: () => runner } as unknown as RunHost;
    const reader = new AuditReader({ runHost, clock: () => 0 });
    const anchor = { seq: 1, hash: 'h', signature: 's', public_key: 'k' };
    const { signal } = new AbortController();
    const ask = (userId: string) => reader.verify(anchor, { userId, signal });
    const checks = await Promise.all(['vera', 'mika', 'taro'].map(ask));
    expect(checks).toMatchObject(Array.from({ length: 3 }, () => ({ ok: true })));
    expect(most).toBe(1);
  });
});
