import { Pool } from 'pg';
import { Agent, createRunner, RuleSafetyAgent } from 'sekisho';
import { assistantText, scriptedModel } from 'sekisho/testing';
import { afterAll, expect, it } from 'vitest';
import { archiveLog, ArchivedLog, exportArchive, postgresStore, removeArchive } from '../src/index.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';

const server = await sharedPostgres();
const pool = new Pool({ connectionString: server.url, max: 4 });
const secret = (fill: number) => new Uint8Array(32).fill(fill);
const tomorrow = () => new Date(Date.now() + 86_400_000);

afterAll(async () => {
  await pool.end();
  await server.stop();
});

function open(key: Parameters<typeof createRunner>[0]['secret']) {
  return createRunner({ safetyAgent: new RuleSafetyAgent(), secret: key, store: postgresStore(pool) });
}

const clerk = () => new Agent({ name: 'clerk', model: scriptedModel([[assistantText('Done.')]]) });

async function takeAway(): Promise<readonly string[]> {
  await archiveLog(pool, { before: tomorrow() });
  const lines = await Array.fromAsync(exportArchive(pool));
  await removeArchive(pool, { until: JSON.parse(lines.at(-1) ?? '').end });
  return lines;
}

it('verifies archives separately and together, and the rest in the store, with the keys of the installation', async () => {
  const runner = open(secret(1));
  await runner.run(clerk(), 'First.');
  const anchor = await runner.createCheckpoint();
  const first = await takeAway();
  await runner.run(clerk(), 'Second.');
  const second = await takeAway();
  await runner.run(clerk(), 'Third.');

  const alone = [first, second].map((lines) => new ArchivedLog([() => lines]));
  const [one, two] = await Promise.all(alone.map((log) => runner.verifyExecutionLog(undefined, log)));
  expect([one?.ok, two?.ok]).toEqual([true, true]);
  expect(one?.start).toEqual({ seq: 0, hash: '' });
  expect(two?.start).toEqual(one?.head);
  const rest = await runner.verifyExecutionLog();
  expect(rest).toMatchObject({ ok: true, start: two?.head });

  const together = new ArchivedLog([() => first, () => second]);
  expect(await runner.verifyExecutionLog(anchor, together)).toMatchObject({ ok: true, head: rest.start });
  // An archived anchor is searched in the archive.
  expect(await runner.verifyExecutionLog(anchor)).toMatchObject({ ok: false });

  const forged = second.with(1, JSON.stringify({ ...JSON.parse(second[1] ?? ''), decision: 'x' }));
  expect(await runner.verifyExecutionLog(undefined, new ArchivedLog([() => forged]))).toMatchObject({
    ok: false,
    first_bad: { seq: (two?.start.seq ?? 0) + 1 },
  });
  await pool.query(`update sekisho.log_start set hash = 'f'`);
  expect(await runner.verifyExecutionLog()).toMatchObject({
    ok: false,
    first_bad: { seq: rest.start.seq + 1 },
  });
});
