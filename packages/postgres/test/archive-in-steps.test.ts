import { createHash, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import type { ExecutionLog, ExecutionLogQuery, LinkRecord, StoreWrite } from 'sekisho';
import { renderLogBody } from 'sekisho/store-adapter';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  archiveLog,
  ArchivedLog,
  exportArchive,
  postgresStore,
  removeArchive,
  type LogPosition,
} from '../src/index.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';

const server = await sharedPostgres();
const pool = new Pool({ connectionString: server.url, max: 4 });
const link: LinkRecord = (previous, seq, body) =>
  createHash('sha256').update(`key|${previous}|${seq}|${body}`).digest('hex');
const DAY = 86_400_000;
const NOW = Date.parse('2026-11-15T00:00:00Z');

afterAll(async () => {
  await pool.end();
  await server.stop();
});

const append = (attempt: number): StoreWrite => ({
  kind: 'log.append',
  record: { run_id: 'r1', tool_call_id: '', event: 'run.started', attempt, decision: '', data: '{}' },
});
const openAt = (tenant: string, days: number) =>
  postgresStore(pool, { tenant, clock: 'host' })({ link, clock: () => NOW + days * DAY });
const linesOf = async (tenant: string) => Array.fromAsync(exportArchive(pool, { tenant }));
const endOf = (lines: readonly string[]): LogPosition => JSON.parse(lines.at(-1) ?? '').end;
const logOf = (...archives: readonly (readonly string[])[]) =>
  new ArchivedLog(archives.map((lines) => () => lines));

interface Chain {
  logStart(): Promise<LogPosition>;
  queryLogs(query: ExecutionLogQuery): Promise<readonly ExecutionLog[]>;
}

/** Follows the chain from its beginning and returns the first invalid record or the position of the last valid one. */
async function follow(chain: Chain): Promise<LogPosition | number> {
  let place = await chain.logStart();
  for (;;) {
    const page = await chain.queryLogs({ afterSeq: place.seq, limit: 7 });
    if (page.length === 0) return place;
    for (const { hash, data, ...record } of page) {
      const body = renderLogBody({ ...record, data: JSON.stringify(data) });
      if (record.seq !== place.seq + 1 || link(place.hash, record.seq, body) !== hash) return place.seq + 1;
      place = { seq: record.seq, hash };
    }
  }
}

async function liveChain(tenant: string): Promise<Chain> {
  const store = await openAt(tenant, 9);
  const logStart = store.logStart?.bind(store);
  if (logStart === undefined) throw new Error('The store does not return where its log begins.');
  return { logStart, queryLogs: (query) => store.queryLogs(query) };
}

describe('an archive in steps', () => {
  const tenant = randomUUID();
  const archives: string[][] = [];
  beforeAll(async () => {
    for (const [days, count] of [
      [0, 20],
      [3, 15],
      [6, 12],
      [9, 5],
    ] as const) {
      const store = await openAt(tenant, days);
      await store.commit(Array.from({ length: count }, (_, index) => append(days * 100 + index)));
    }
    for (const days of [1, 4, 7]) {
      await archiveLog(pool, { tenant, before: new Date(NOW + days * DAY) });
      const lines = await linesOf(tenant);
      archives.push(lines);
      await removeArchive(pool, { tenant, until: endOf(lines) });
    }
  });

  it('creates archives that begin where the previous one ended', async () => {
    expect(archives.map((lines) => JSON.parse(lines[0] ?? '').after)).toEqual([
      { seq: 0, hash: '' },
      ...archives.slice(0, 2).map(endOf),
    ]);
    expect(archives.map((lines) => endOf(lines).seq)).toEqual([20, 35, 47]);
    const { rows } = await pool.query('select 1 from sekisho.log_archive where tenant = $1', [tenant]);
    expect(rows).toEqual([]);
  });

  it('verifies each archive, and the rest in the store, separately', async () => {
    for (const lines of archives) expect(await follow(logOf(lines))).toEqual(endOf(lines));
    const live = await liveChain(tenant);
    expect(await live.logStart()).toEqual(endOf(archives[2] ?? []));
    expect(await follow(live)).toMatchObject({ seq: 52 });
  });

  it('verifies all of them together', async () => {
    const all = logOf(...archives);
    expect(await all.logEnd()).toEqual(endOf(archives[2] ?? []));
    expect(await follow(all)).toEqual(await all.logEnd());
    expect(await all.queryLogs({ runId: 'r1', limit: 100 })).toHaveLength(47);
    expect(await all.queryLogs({ since: new Date(NOW + 5 * DAY).toISOString() })).toHaveLength(12);
  });

  it('continues to write records and archives them', async () => {
    const store = await openAt(tenant, 9);
    await store.commit([append(9_999)]);
    expect(await follow(await liveChain(tenant))).toMatchObject({ seq: 53 });
  });

  const change = (line: string, with_: object) => JSON.stringify({ ...JSON.parse(line), ...with_ });
  const cut = (lines: readonly string[], at: number) => {
    const rest = lines.toSpliced(at, 1);
    const { seq, hash } = JSON.parse(rest.at(-2) ?? '');
    return rest.with(rest.length - 1, JSON.stringify({ end: { seq, hash }, records: rest.length - 2 }));
  };
  const [first, second] = [0, 1].map((index) => () => archives[index] ?? []);

  it.each([
    ['the last record of an archive', () => first!().with(20, change(first!()[20]!, { decision: 'x' })), 20],
    ['the first record of an archive', () => second!().with(1, change(second!()[1]!, { decision: 'x' })), 21],
    [
      'the hash that an archive begins with',
      () => second!().with(0, change(second!()[0]!, { after: { seq: 20, hash: 'f'.repeat(64) } })),
      21,
    ],
    ['the position of a removed record', () => first!().toSpliced(5, 1), 5],
  ])('finds a change of %s in the archive alone', async (_what, tampered, bad) => {
    expect(await follow(logOf(tampered()))).toBe(bad);
  });

  it.each<[string, () => (readonly string[])[]]>([
    ['a removed end with an adjusted last line', () => [cut(first!(), 20), second!()]],
    [
      'a removed beginning with an adjusted first line',
      () => {
        const { seq, hash } = JSON.parse(second!()[1]!);
        return [first!(), cut(second!(), 1).with(0, change(second!()[0]!, { after: { seq, hash } }))];
      },
    ],
    ['a missing archive', () => [first!(), archives[2]!]],
    ['archives in the wrong order', () => [second!(), first!()]],
    ['the same archive twice', () => [first!(), first!()]],
    ['a missing last line', () => [first!().slice(0, -1), second!()]],
    ['lines after the end', () => [[...first!(), first!()[1]!], second!()]],
    ['a line that is not a record', () => [first!().with(3, '{"seq":3}'), second!()]],
  ])('refuses %s', async (_what, tampered) => {
    await expect(follow(logOf(...tampered()))).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
  });

  it('detects that another process moved the beginning of the live log', async () => {
    const other = randomUUID();
    await (await openAt(other, 0)).commit(Array.from({ length: 9 }, (_, index) => append(index)));
    await pool.query('delete from sekisho.log where tenant = $1 and seq <= 4', [other]);
    expect(await follow(await liveChain(other))).toBe(1);
    await pool.query(
      `insert into sekisho.log_start select tenant, 4, 'forged' from sekisho.chains where tenant = $1`,
      [other],
    );
    expect(await follow(await liveChain(other))).toBe(5);
  });
});

describe('the removal of an archive', () => {
  async function archived(count: number): Promise<{ tenant: string; lines: string[] }> {
    const tenant = randomUUID();
    await (await openAt(tenant, 0)).commit(Array.from({ length: count }, (_, index) => append(index)));
    await archiveLog(pool, { tenant, before: new Date(NOW + DAY) });
    return { tenant, lines: await linesOf(tenant) };
  }

  it.each([
    ['another hash', (end: LogPosition) => ({ ...end, hash: 'f'.repeat(64) })],
    ['a record that is not archived yet', (end: LogPosition) => ({ ...end, seq: end.seq + 1 })],
  ])('removes nothing up to %s', async (_what, wrong) => {
    const { tenant, lines } = await archived(5);
    await expect(removeArchive(pool, { tenant, until: wrong(endOf(lines)) })).rejects.toMatchObject({
      code: 'AGENTS-E-STORE',
    });
    expect(await linesOf(tenant)).toEqual(lines);
  });

  it('is completed by the next removal after a crash', async () => {
    const { tenant, lines } = await archived(2_500);
    const { seq, hash } = endOf(lines);
    await pool.query('select sekisho.remove_archive($1, $2, $3, 1000)', [tenant, seq, hash]);
    expect(await linesOf(tenant)).toEqual([
      JSON.stringify({ archive: 'sekisho-log-1', after: { seq, hash } }),
      JSON.stringify({ end: { seq, hash }, records: 0 }),
    ]);
    expect(await removeArchive(pool, { tenant, until: { seq, hash } })).toBe(1_499);
    expect(await follow(await liveChain(tenant))).toMatchObject({ seq: 2_500 });
  });

  it('does not restore an earlier beginning', async () => {
    const { tenant, lines } = await archived(10);
    const fourth: LogPosition = JSON.parse(lines[4] ?? '');
    await removeArchive(pool, { tenant, until: endOf(lines) });
    await expect(
      removeArchive(pool, { tenant, until: { seq: fourth.seq, hash: fourth.hash } }),
    ).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    expect(await (await liveChain(tenant)).logStart()).toEqual(endOf(lines));
  });
});
