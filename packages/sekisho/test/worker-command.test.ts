import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunner, RuleSafetyAgent } from '../src/index.ts';
import { command } from '../../cli/test/command-host.ts';

const BIN = join(import.meta.dirname, '../src/bin.ts');
const PROGRAM = join(import.meta.dirname, 'programs/worker-agents.ts');
let directory: string;
let children: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-worker-'));
});

afterEach(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  children = [];
  rmSync(directory, { recursive: true });
});

function startWorker(): { child: ChildProcess; lines: string[] } {
  const child = spawn(
    process.execPath,
    ['--conditions=@sekisho/source', BIN, 'worker', PROGRAM, '--poll', '20', '--concurrency', '4'],
    { env: { ...process.env, SEKISHO_DIR: directory }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  const lines: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n')));
  return { child, lines };
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 1000; round += 1) {
    if (await check()) return;
    await sleep(20);
  }
  throw new Error('The condition was not met in time.');
}

describe('sekisho worker', () => {
  it('completes the work of a worker that was killed, and exits when requested', async () => {
    const server = createRunner({ safetyAgent: new RuleSafetyAgent(), store: { directory } });
    const done = async () =>
      (await server.inspect().store.listRuns({ status: 'done', limit: 100 })).rows.length;
    for (let index = 0; index < 30; index += 1) await server.segments.start('counter', 'Count.');
    const first = startWorker();
    await until(async () => (await done()) >= 5);
    first.child.kill('SIGKILL');
    const second = startWorker();
    await until(async () => (await done()) === 30);
    expect(await server.verifyExecutionLog()).toMatchObject({ ok: true });
    second.child.kill('SIGTERM');
    const [code] = await once(second.child, 'close');
    expect(code).toBe(0);
    expect(second.lines.join('\n')).toContain('"event":"working","application":"sekisho-tests"');
    expect(second.lines.join('\n')).toContain('"event":"stopped"');
    await server.close();
  });

  it.each([
    [[], 0, 'worker'],
    [['--help'], 0, 'worker'],
    [['dance'], 2, 'There is no command "dance"'],
    [['worker'], 2, 'Something is missing: <module>'],
    [['worker', 'x.js', '--concurrency', 'many'], 1, 'must export a runner'],
    [['worker', 'x.js', '--colour'], 2, 'colour'],
  ])('responds to %j with code %i', async (args, code, words) => {
    const result = await command(args, { importModule: async () => ({}) });
    expect(result.code).toBe(code);
    expect(result.said + result.complained).toContain(words);
  });
});
