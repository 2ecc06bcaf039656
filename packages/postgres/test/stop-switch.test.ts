import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { createEngine, RuleSafetyAgent, type CreateEngineOptions } from '@sekisho/engine';
import { afterAll, describe, expect, it } from 'vitest';
import { proofSize } from '../../../test/proof-size.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { archiveLog, exportArchive, postgresStore, removeArchive } from '../src/index.ts';
import { FAST_START, SOURCE_CONDITION } from './programs/node-program.ts';

const server = await sharedPostgres();
const pool = new Pool({ connectionString: server.url, max: 4 });
const directory = mkdtempSync(join(tmpdir(), 'sekisho-stop-'));
const tenant = randomUUID();
const PROCESSES = proofSize('stoppedProcesses');
const MIKA = { by: { id: 'mika' }, reason: 'wrong recipients' };

afterAll(async () => {
  await pool.end();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

function open(store: CreateEngineOptions['store']) {
  return createEngine({
    safetyAgent: new RuleSafetyAgent(),
    store,
    secret: new Uint8Array(32).fill(3),
    application: 'operator',
    integration: { name: 'operator' },
  });
}

/** Starts a process that executes calls, and collects the times at which they start. */
function startProcess(place: string) {
  const program = join(import.meta.dirname, 'programs', 'call-until-stopped.ts');
  const args = [SOURCE_CONDITION, program, place, tenant];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...FAST_START } });
  const starts: number[] = [];
  let errors = '';
  createInterface({ input: child.stdout }).on('line', (line) => starts.push(Number(line)));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return {
    starts,
    end: async () => {
      child.stdin.end();
      const [code] = await once(child, 'exit');
      return { code, errors };
    },
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !isTrue() && Date.now() < end;) await sleep(20);
  expect(isTrue()).toBe(true);
}

describe.each([
  ['SQLite', directory, { directory }],
  ['PostgreSQL', server.url, postgresStore(pool, { tenant })],
] as const)('a stop on %s', (_name, place, store) => {
  it(`prevents every start in ${PROCESSES} processes one second after it is acknowledged`, async () => {
    const operator = open(store);
    const processes = Array.from({ length: PROCESSES }, () => startProcess(place));
    await until(() => processes.every(({ starts }) => starts.length > 20));
    for (const target of [{}, { tool: 'send_mail' }]) {
      await operator.stops.stop({ ...target, ...MIKA });
      const acknowledged = Date.now();
      await sleep(2_500);
      const late = processes.flatMap(({ starts }) => starts.filter((at) => at > acknowledged + 1_000));
      expect(late).toEqual([]);
      const counts = processes.map(({ starts }) => starts.length);
      await operator.stops.start({ ...target, ...MIKA });
      await until(() => processes.every(({ starts }, index) => starts.length > (counts[index] ?? 0) + 20));
    }
    const ended = await Promise.all(processes.map((each) => each.end()));
    expect(ended).toEqual(processes.map(() => ({ code: 0, errors: '' })));
    expect(await operator.verifyExecutionLog()).toMatchObject({ ok: true });
    await operator.close();
  }, 180_000);
});

it('does not remove the record of a stop that is in force', async () => {
  const own = randomUUID();
  const operator = open(postgresStore(pool, { tenant: own }));
  await operator.stops.stop(MIKA);
  await operator.stops.stop({ tool: 'pay', ...MIKA });
  await operator.stops.start({ tool: 'pay', ...MIKA });
  await operator.stops.stop({ tool: 'last', ...MIKA });
  await archiveLog(pool, { tenant: own, before: new Date(Date.now() + 86_400_000) });
  expect(await operator.stops.list()).toHaveLength(2);
  const lines = await Array.fromAsync(exportArchive(pool, { tenant: own }));
  const { end } = JSON.parse(lines.at(-1) ?? '');
  await expect(removeArchive(pool, { tenant: own, until: end })).rejects.toMatchObject({
    message: expect.stringContaining('still in force'),
  });
  await operator.stops.start(MIKA);
  expect(await removeArchive(pool, { tenant: own, until: end })).toBeGreaterThan(0);
  await operator.close();
  const later = open(postgresStore(pool, { tenant: own }));
  expect(await later.stops.list()).toMatchObject([{ tool: 'last' }]);
  await later.close();
});
