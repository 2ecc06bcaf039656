import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-cli-console-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('starts the web console on the store of the command without a demo run, and stops with the process', async () => {
  const bin = join(import.meta.dirname, '../src/bin.ts');
  const args = ['--conditions=@sekisho/source', bin, 'console', '--data', folder, '--port', '0'];
  const child = spawn(process.execPath, args, {
    env: { ...PROGRAM_ENVIRONMENT, DATABASE_URL: 'postgres://127.0.0.1:1/not-used' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let link = '';
  let shown = '';
  for await (const line of createInterface({ input: child.stdout })) {
    link ||= /http:\S+/.exec(line)?.[0] ?? '';
    if (line.includes(folder)) shown = line;
    if (link !== '' && shown !== '') break;
  }
  const { status } = await fetch(new URL('/healthz', link));
  child.kill('SIGTERM');
  const exit = await exited;
  const database = new DatabaseSync(join(folder, 'state.db'), { readOnly: true });
  const runs = database.prepare('select application from runs').all();
  database.close();
  expect({ status, shown: shown.includes('SEKISHO_DATA_DIR'), exit, runs }).toEqual({
    status: 200,
    shown: true,
    exit: [0, null],
    runs: [],
  });
});
