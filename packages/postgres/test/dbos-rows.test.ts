import { afterAll, afterEach, expect, it } from 'vitest';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { dbosDatabases } from './programs/dbos-databases.ts';
import { openYard, type YardOptions } from './programs/open-yard.ts';

const postgres = await sharedPostgres();
const createDatabase = dbosDatabases(postgres);
const closers: (() => Promise<unknown>)[] = [];
const DAY_MS = 24 * 60 * 60_000;

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(() => postgres.stop());

function open(url: string, options: YardOptions = {}) {
  const yard = openYard(url, options);
  closers.push(yard.close);
  return yard;
}

type Yard = ReturnType<typeof open>;

/** The number of rows of all segments, in all tables of DBOS. */
async function rowsOf({ pool }: Yard, schema = 'dbos') {
  const tables = ['workflow_status', 'workflow_input', 'workflow_output', 'operation_outputs'];
  const counts = tables.map(async (table) => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${schema}.${table} where workflow_uuid like 'seg:%'`,
    );
    return rows[0]?.count ?? 0;
  });
  const [status = 0, ...others] = await Promise.all(counts);
  return { status, others: others.reduce((sum, count) => sum + count, 0) };
}

const age = ({ pool }: Yard, ms: number, where = 'true') =>
  pool.query(
    `update dbos.workflow_status set completed_at = completed_at - $1, started_at_epoch_ms = started_at_epoch_ms - $1
     where ${where}`,
    [ms],
  );

it('removes only the rows of segments that ended before the given time', async () => {
  const yard = open(await createDatabase('removal'));
  await yard.start('guard', 3);
  await yard.work();
  expect(await yard.untilDone(3)).toBe(3);
  await yard.rest();
  const [waiting] = await yard.start('guard', 1);
  await yard.pool.query(`insert into dbos.workflow_status select (jsonb_populate_record(w,
    '{"workflow_uuid": "theirs", "name": "theirs", "completed_at": 1}')).* from dbos.workflow_status w limit 1`);
  expect(await rowsOf(yard)).toMatchObject({ status: 4 });
  // A limit per minute still counts these starts.
  expect(await yard.host.removeFinishedSegments({ before: new Date(Date.now() + DAY_MS) })).toBe(0);
  await age(yard, DAY_MS);
  expect(await yard.host.removeFinishedSegments({ before: new Date(Date.now() - 2 * DAY_MS) })).toBe(0);
  expect(await yard.host.removeFinishedSegments({ before: new Date() })).toBe(3);
  const { rows } = await yard.pool.query('select workflow_uuid as id from dbos.workflow_status order by id');
  expect(rows).toEqual([{ id: waiting?.segment_id }, { id: 'theirs' }]);
  expect((await rowsOf(yard)).others).toBe(1);
  await yard.work();
  expect(await yard.untilDone(4)).toBe(4);
});

it('removes unfinished segments of dead workers after their maximum age', async () => {
  const yard = open(await createDatabase('dead'));
  await yard.start('guard', 2);
  await yard.pool.query(
    `update dbos.workflow_status set status = 'PENDING', executor_id = 'dead',
     started_at_epoch_ms = extract(epoch from clock_timestamp()) * 1000`,
  );
  await age(yard, 2 * DAY_MS, 'workflow_uuid = (select min(workflow_uuid) from dbos.workflow_status)');
  expect(await yard.host.removeFinishedSegments({ before: new Date() })).toBe(1);
  expect(await rowsOf(yard)).toEqual({ status: 1, others: 1 });
});

it('is done by a worker, a week after the end of a segment or after the configured time', async () => {
  const url = await createDatabase('week');
  const yard = open(url, { sweepMs: 50 });
  await yard.start('guard', 4);
  await yard.work();
  expect(await yard.untilDone(4)).toBe(4);
  await yard.rest();
  await age(yard, 8 * DAY_MS, `workflow_uuid = (select min(workflow_uuid) from dbos.workflow_status)`);
  await age(yard, 6 * DAY_MS, `workflow_uuid = (select max(workflow_uuid) from dbos.workflow_status)`);
  const workUntil = async (keepSegmentsMs: number | undefined, count: number) => {
    const other = open(url, { sweepMs: 50, keepSegmentsMs });
    await other.work();
    await expect.poll(async () => (await rowsOf(yard)).status, { timeout: 40_000 }).toBe(count);
    await other.rest();
  };
  // A slow worker may have left more than one row for a run.
  const { status: rows } = await rowsOf(yard);
  await workUntil(undefined, rows - 1);
  await workUntil(5 * DAY_MS, rows - 2);
});

it('separates tenants that share a database with one schema each', async () => {
  const url = await postgres.createDatabase('tenants');
  const north = open(url, { tenant: 'north', schema: 'dbos_north' });
  const south = open(url, { tenant: 'south', schema: 'dbos_south' });
  await north.start('guard', 2);
  await south.start('guard', 3);
  await north.work();
  expect(await north.untilDone(2)).toBe(2);
  await north.rest();
  expect([await rowsOf(north, 'dbos_north'), await rowsOf(north, 'dbos_south')]).toMatchObject([
    { status: 2 },
    { status: 3 },
  ]);
  expect([await south.done(), south.started.get('guard')]).toEqual([0, undefined]);
  await south.work();
  expect(await south.untilDone(3)).toBe(3);
  expect(north.started.get('guard')).toBe(2);
});
