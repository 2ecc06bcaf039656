import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { proofSize } from '../../../../test/proof-size.ts';
import { startConsole } from './start-console.ts';

/** Fills a store with pending approval requests and audit records directly, which is faster than running agents. */
async function startFilled(pending: number, records: number) {
  const server = await startConsole();
  await server.play('files-poisoned');
  const database = new DatabaseSync(join(server.dataDir, 'state.db'));
  database.exec(`pragma synchronous = off; begin`);
  database
    .prepare(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
       insert into approvals (approval_id, run_id, status, body)
       select 'ap_' || n, 'run_' || (n / 3), 'pending',
         json_set((select body from approvals limit 1), '$.approval_id', 'ap_' || n, '$.run_id', 'run_' || (n / 3),
           '$.tool_id', 'tool_' || (n % 20), '$.risk_level', n % 5 + 1) from numbers`,
    )
    .run(pending);
  database
    .prepare(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
       insert into log (seq, run_id, tool_call_id, event, attempt, decision, timestamp, data, hash)
       select (select max(seq) from log) + n, 'run_' || (n / 50), 'call_' || n, 'tool.result', 0, 'done',
         '2026-11-15T10:00:00.000Z', '{"ms":1,"tool":"tool_' || (n % 20) || '"}', 'h' from numbers`,
    )
    .run(records);
  database.exec('commit');
  database.close();
  return server;
}

/**
 * Returns the least CPU time of several alternating measurements in milliseconds. Other processes lengthen the wall
 * time, but not the CPU time of this process, in which both servers run.
 */
async function leastCpuTimes(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number, number]> {
  const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 14; round += 1) {
    for (const [index, act] of [one, other].entries()) {
      const begun = process.cpuUsage();
      await act();
      const { user, system } = process.cpuUsage(begun);
      least[index] = Math.min(least[index] ?? 0, (user + system) / 1000);
    }
  }
  return least;
}

const RECORDS = proofSize('recordsOfLargeStore');

describe('a page', () => {
  it(
    `has the same cost in a store that is ${RECORDS / 1_000} times larger`,
    { timeout: 240_000 },
    async () => {
      const small = await startFilled(100, 1000);
      const large = await startFilled(10_000, RECORDS);
      const { head_seq: head } = (await large.call('GET', '/api/audit?limit=1')).json;
      expect(head).toBeGreaterThan(RECORDS);
      const deep = { small: 500, large: RECORDS / 2 };
      const paths: readonly (readonly [name: string, small: string, large: string])[] = [
        ['inbox', '/api/approvals', '/api/approvals'],
        ['filtered inbox', '/api/approvals?min_risk=5', '/api/approvals?min_risk=5'],
        ['audit', '/api/audit', '/api/audit'],
        ['deep audit', `/api/audit?cursor=${deep.small}`, `/api/audit?cursor=${deep.large}`],
        ['audit by time', '/api/audit?until=2026-11-15T11:00:00Z', '/api/audit?until=2026-11-15T11:00:00Z'],
        ['audit by tool', '/api/audit?tool=tool_7', '/api/audit?tool=tool_7'],
        ['runs', '/api/runs', '/api/runs'],
      ];
      const slow: string[] = [];
      for (const [name, onSmall, onLarge] of paths) {
        const [before, after] = await leastCpuTimes(
          () => small.call('GET', onSmall),
          () => large.call('GET', onLarge),
        );
        // A few milliseconds are noise: freed memory, and caches that other processes displaced.
        if (after > before * 3 + 10)
          slow.push(`${name}: ${before.toFixed(1)} -> ${after.toFixed(1)} ms of CPU`);
      }
      expect(slow).toEqual([]);
    },
  );

  it('of the log without matches ends after a bounded scan; the inbox is searched completely', async () => {
    const { call } = await startFilled(5000, 12_000);
    const first = (await call('GET', '/api/approvals?tool=none')).json;
    expect(first).toMatchObject({ items: [], cursor: null, total: 0 });
    const last = (await call('GET', '/api/approvals?q=ap_4999&sort=risk')).json;
    expect(last).toMatchObject({ items: [{ approval_id: 'ap_4999' }], total: 1 });
    const record = (await call('GET', '/api/audit?q=nothing-like-that')).json;
    expect([record.items, record.scanned]).toEqual([[], 5000]);
    let { cursor } = record;
    for (let page = 0; cursor !== null && page < 10; page += 1)
      ({ cursor } = (await call('GET', `/api/audit?q=nothing-like-that&cursor=${cursor}`)).json);
    expect(cursor).toBeNull();
    expect((await call('GET', '/api/approvals/counts')).json).toMatchObject({ pending: 5001 });
  });
});
