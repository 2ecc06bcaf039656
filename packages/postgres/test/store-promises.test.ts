import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type QueryConfig, type QueryResult } from 'pg';
import type {
  GrantRecord,
  HumanApprovalRequest,
  LinkRecord,
  NewLogRecord,
  StateStore,
  StoreWrite,
} from 'sekisho';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { postgresStore, printSchema, type PostgresStoreOptions } from '../src/index.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { openRun } from './programs/open-run.ts';

const server = await sharedPostgres();
const pool = new Pool({ connectionString: server.url, max: 6 });
const link: LinkRecord = (previous, seq, body) =>
  createHash('sha256').update(`${previous}|${seq}|${body}`).digest('hex');
let opened: StateStore[] = [];

afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
  opened = [];
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

async function open(options: PostgresStoreOptions = {}, from = pool, clock = Date.now): Promise<StateStore> {
  const store = await postgresStore(from, { tenant: randomUUID(), ...options })({ link, clock });
  opened.push(store);
  return store;
}

const record = (tool_call_id: string): NewLogRecord => ({
  run_id: 'r1',
  tool_call_id,
  event: 'tool.start',
  attempt: 0,
  decision: '',
  data: '{}',
});
const append = (id: string): StoreWrite => ({ kind: 'log.append', record: record(id) });
const issue = (token_hash: string, ttl_ms: number): StoreWrite => ({
  kind: 'token.issue',
  token_hash,
  run_id: 'r1',
  approval_id: 'a1',
  ttl_ms,
});
const spend = (token_hash: string): StoreWrite => ({ kind: 'token.use', token_hash, run_id: 'r1' });

describe('the clock', () => {
  it.each([-3_600_000, 3_600_000])(
    'of the server applies when the clock of the process differs by %i ms',
    async (error) => {
      const store = await open({}, pool, () => Date.now() + error);
      await store.commit([issue('t1', 60_000), issue('t2', 1), append('c1')]);
      await sleep(5);
      expect(await store.commit([spend('t1')])).toEqual({ ok: true });
      expect(await store.commit([spend('t2')])).toEqual({ ok: false, failed: 0 });
      const [log] = await store.queryLogs({});
      expect(Math.abs(Date.parse(log?.timestamp ?? '') - Date.now())).toBeLessThan(5_000);
    },
  );

  it('of the host applies when the option is set', async () => {
    const store = await open({ clock: 'host' }, pool, () => 1_000);
    await store.commit([openRun('r1')]);
    expect(await store.getRun('r1')).toMatchObject({ created_at: '1970-01-01T00:00:01.000Z' });
  });
});

describe('a lost connection', () => {
  /** A pool that loses responses: the server executes the statement, and the client receives no result. */
  function deafPool(isLost: (text: string, result: QueryResult) => boolean): { pool: Pool; lost: number } {
    const deaf = { lost: 0, pool };
    const cut = async (text: string, answer: Promise<QueryResult>) => {
      const result = await answer;
      if (!isLost(text, result)) return result;
      deaf.lost += 1;
      throw new Error('Connection terminated unexpectedly');
    };
    const textOf = (query: QueryConfig | string) => (typeof query === 'string' ? query : query.text);
    deaf.pool = Object.assign(Object.create(pool) as Pool, {
      query: (query: QueryConfig) => cut(query.text, pool.query(query)),
      connect: async () => {
        const client = await pool.connect();
        return Object.assign(Object.create(client) as typeof client, {
          query: (query: QueryConfig | string) => cut(textOf(query), client.query(query)),
          release: () => client.release(),
        });
      },
    });
    return deaf;
  }

  it('does not repeat what the server has executed', async () => {
    const deaf = deafPool(
      (_text, { rows }) => deaf.lost === 0 && Reflect.get(Object(rows[0]), 'status') === 'kept',
    );
    const store = await open({}, deaf.pool);
    expect(await store.commit([openRun('r1'), issue('t1', 60_000), append('c1')])).toEqual({ ok: true });
    expect(deaf.lost).toBe(1);
    expect(await store.queryLogs({})).toHaveLength(1);
    expect(await store.commit([append('c2')])).toEqual({ ok: true });
    expect((await store.queryLogs({})).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('returns the actual outcome of each batch of a group', async () => {
    let isOpen = false;
    const deaf = deafPool((text) => isOpen && deaf.lost === 0 && text === 'commit');
    const store = await open({}, deaf.pool);
    isOpen = true;
    const outcomes = await Promise.all([
      store.commit([openRun('r1'), append('c1')]),
      store.commit([append('c2'), openRun('r1')]),
      store.commit([openRun('r2'), append('c3')]),
    ]);
    expect(deaf.lost).toBe(1);
    expect(outcomes).toEqual([{ ok: true }, { ok: false, failed: 1 }, { ok: true }]);
    expect((await store.queryLogs({})).map(({ tool_call_id }) => tool_call_id)).toEqual(['c1', 'c3']);
  });

  it('causes an error that names the store when it is not restored', async () => {
    const deaf = deafPool((text) => text.includes('commit_group'));
    const store = await open({ timeoutMs: 100 }, deaf.pool);
    await expect(store.commit([append('c1')])).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
  });
});

describe('groups', () => {
  it('reject only the batch with a value that cannot be stored', async () => {
    const store = await open();
    const broken = { ...spend('t1'), token_hash: 7 } as unknown as StoreWrite;
    const unstorable = openRun('r1');
    Object.assign(Reflect.get(unstorable, 'run'), { segment: 1e12 });
    const settled = await Promise.allSettled([
      store.commit([append('c1')]),
      store.commit([append('c2'), broken]),
      store.commit([append('c3'), unstorable]),
      store.commit([append('c4')]),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    await expect(store.commit([unstorable])).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    expect((await store.queryLogs({})).map((log) => [log.seq, log.tool_call_id])).toEqual([
      [1, 'c1'],
      [2, 'c4'],
    ]);
  });

  it('share transactions when many callers write at once', async () => {
    const tenant = randomUUID();
    const store = await open({ tenant });
    await Promise.all(Array.from({ length: 200 }, (_, index) => store.commit([append(`c${index}`)])));
    const { rows } = await pool.query<{ last_group: string }>(
      'select last_group from sekisho.writers where tenant = $1',
      [tenant],
    );
    expect(Number(rows[0]?.last_group)).toBeLessThan(5);
    expect(await store.queryLogs({})).toHaveLength(200);
  });

  it('of several processes interleave into one chain without a gap', async () => {
    const tenant = randomUUID();
    const stores = await Promise.all(Array.from({ length: 3 }, () => open({ tenant })));
    await Promise.all(
      stores.map(async (store, writer) => {
        for (let index = 0; index < 30; index += 1) await store.commit([append(`${writer} ${index}`)]);
      }),
    );
    const logs = (await stores[0]?.queryLogs({})) ?? [];
    expect(logs.map(({ seq }) => seq)).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
  });
});

describe('engines', () => {
  const queueing = async (enqueue: (transaction: unknown, segments: readonly unknown[]) => Promise<void>) => {
    const store = await postgresStore(pool, { tenant: randomUUID() })({ link, clock: Date.now, enqueue });
    opened.push(store);
    return store;
  };

  it('receive the segments of queued runs inside the transaction', async () => {
    const seen: unknown[] = [];
    const store = await queueing(async (transaction, segments) => {
      const client = transaction as { query: (text: string) => Promise<{ rowCount: number }> };
      const { rowCount } = await client.query(`select 1 from sekisho.runs where run_id = 'waits'`);
      seen.push([rowCount, segments, await store.getRun('waits')]);
    });
    await Promise.all([
      store.commit([openRun('r0')]),
      store.commit([openRun('waits', 'queue'), append('c1')]),
      store.commit([openRun('r2')]),
    ]);
    expect(seen).toEqual([
      [1, [{ segment_id: 'seg:waits:0', run_id: 'waits', segment: 0, agent_name: 'clerk' }], undefined],
    ]);
    expect(await store.getRun('waits')).toMatchObject({ owner: 'queue' });
    await store.commit([
      { kind: 'run.suspend', run_id: 'waits', epoch: 1, state: new Uint8Array() },
      { kind: 'run.claim', run_id: 'waits', from: 'suspended', epoch: 1, advance: 1, owner: 'queue' },
    ]);
    expect(seen[1]).toMatchObject([1, [{ segment_id: 'seg:waits:1' }], { status: 'running' }]);
  });

  it('roll back only the batch that they reject', async () => {
    const store = await queueing(async () => {
      throw new TypeError('The queue is full.');
    });
    const settled = await Promise.allSettled([
      store.commit([openRun('r0'), append('c0')]),
      store.commit([openRun('r1', 'queue'), append('c1')]),
      store.commit([openRun('r2'), append('c2')]),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.getRun('r1')).toBeUndefined();
    expect((await store.queryLogs({})).map(({ tool_call_id }) => tool_call_id)).toEqual(['c0', 'c2']);
  });
});

describe('tenants', () => {
  it('have separate runs, approvals, tokens and chains', async () => {
    const [one, other] = [await open(), await open()];
    await one.commit([openRun('r1'), issue('t1', 60_000), append('c1')]);
    expect(await other.commit([openRun('r1'), append('c1')])).toEqual({ ok: true });
    expect(await other.commit([spend('t1')])).toEqual({ ok: false, failed: 0 });
    expect((await other.queryLogs({})).map(({ seq }) => seq)).toEqual([1]);
    expect((await other.listRuns({})).rows).toHaveLength(1);
  });
});

describe('the schema', () => {
  it('is created once when many processes open it at the same time', async () => {
    const url = await server.createDatabase('together');
    const others = Array.from({ length: 4 }, () => new Pool({ connectionString: url, max: 2 }));
    const stores = await Promise.all(
      others.map(async (each) => postgresStore(each)({ link, clock: Date.now })),
    );
    await Promise.all(stores.map((store, index) => store.commit([append(`c${index}`)])));
    expect(await stores[0]?.queryLogs({})).toHaveLength(4);
    await Promise.all(others.map((each) => each.end()));
  });

  it('is rejected by migrate: verify until the SQL of printSchema is applied', async () => {
    const options = { schema: 'by_hand', migrate: 'verify' } as const;
    await expect(open(options)).rejects.toMatchObject({ code: 'AGENTS-E-RUN-STATE' });
    await pool.query(printSchema({ schema: 'by_hand' }));
    const store = await open(options);
    expect(await store.commit([openRun('r1'), append('c1')])).toEqual({ ok: true });
  });

  it('is rejected when a newer version created it', async () => {
    await open({ schema: 'newer' });
    await pool.query('insert into newer.schema_version (version) values (1000)');
    await expect(open({ schema: 'newer' })).rejects.toMatchObject({ code: 'AGENTS-E-RUN-STATE' });
  });

  it.each(['public', 'pg_catalog', 'information_schema', 'Upper', 'a"b', ''])('is never %j', (schema) => {
    expect(() => postgresStore(pool, { schema })).toThrow('cannot be the schema');
  });

  it('reads listings from an index, without sorting or scanning a table', async () => {
    const store = await open({ tenant: 'many' });
    for (let group = 0; group < 4; group += 1) {
      const writes = Array.from({ length: 500 }, (_, index) => index + group * 500);
      await store.commit(writes.flatMap((index) => [openRun(`r${index}`), append(`c${index}`)]));
    }
    await pool.query('vacuum analyze sekisho.runs, sekisho.log, sekisho.approvals');
    const plans = await Promise.all(
      [
        `select * from sekisho.runs where tenant || ' ' || status = 'many running' and number < 900 order by number desc limit 50`,
        `select * from sekisho.runs where tenant = 'many' and number < 900 order by number desc limit 50`,
        `select * from (select tenant, seq from sekisho.log_archive union all select tenant, seq from sekisho.log) l
         where tenant = 'many' and seq > 5 order by seq limit 50`,
      ].map(async (sql) => JSON.stringify((await pool.query(`explain ${sql}`)).rows)),
    );
    expect(plans.filter((plan) => /Seq Scan|->  Sort/.test(plan))).toEqual([]);
  });
});

it('finds one row by its id alone, also with query plans from empty tables', async () => {
  const url = await server.createDatabase('plans');
  const own = new Pool({ connectionString: url, max: 1 });
  const store = await postgresStore(own)({ link, clock: Date.now });
  const approval = { run_id: 'r', status: 'pending', action_digest: 'd', expires_at: '2099-01-01T00:00:00Z' };
  for (let index = 0; index < 300; index += 1) {
    const id = String(index);
    const grant = { grant_id: id, run_id: id, uses_left: 2, expires_at: approval.expires_at };
    await store.commit([
      openRun(id),
      { kind: 'run.guard', run_id: id, epoch: 1 },
      { kind: 'approval.create', approval: { ...approval, approval_id: id } as HumanApprovalRequest },
      { kind: 'approval.decide', approval_id: id, to: 'approved', by: null },
      { kind: 'grant.give', grant: grant as GrantRecord },
      { kind: 'grant.use', grant_id: id },
    ]);
    await Promise.all([store.getRun(id), store.getApproval(id)]);
  }
  // A connection reports its statistics when it ends.
  await own.end();
  const other = new Pool({ connectionString: url, max: 1 });
  const { rows } = await other.query<{ relname: string; scans: number; fetched: number }>(
    `select relname, idx_scan::float8 as scans, idx_tup_fetch::float8 as fetched from pg_stat_user_tables
     where relname in ('runs', 'approvals', 'grants')`,
  );
  await other.end();
  expect(rows).toHaveLength(3);
  for (const { relname, scans, fetched } of rows) {
    expect([relname, scans >= 300]).toEqual([relname, true]);
    expect([relname, fetched <= scans * 3]).toEqual([relname, true]);
  }
});

it('rejects a row that another process changed to an invalid value', async () => {
  const tenant = randomUUID();
  const store = await open({ tenant });
  await store.commit([append('c1')]);
  await pool.query(`update sekisho.log set event = 'tool.forged' where tenant = $1`, [tenant]);
  await expect(store.queryLogs({})).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
});
