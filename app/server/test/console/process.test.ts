import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeStartFailure } from '../../src/config/describe-start-failure.ts';
import { readSettings } from '../../src/config/env.ts';
import { createService } from '../../src/composition/create-service.ts';
import { requireWritableFolder } from '../../src/storage/require-writable-folder.ts';
import { makeFolder, until } from './start-console.ts';
import { PROGRAM_ENVIRONMENT } from '../../../../test/program-environment.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** Starts the server as a separate process. Resolves when it has printed its login link. */
async function startProcess(dataDir: string) {
  const child = spawn(process.execPath, ['--conditions=@sekisho/source', MAIN], {
    env: { ...PROGRAM_ENVIRONMENT, PORT: '0', SEKISHO_DATA_DIR: dataDir, LANG: 'ja_JP.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const logged: string[] = [];
  createInterface(child.stderr).on('line', (line) => logged.push(line));
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.includes('Ctrl+C')) break;
  }
  const link = new URL(/http:\S+\/login#\S+/.exec(lines.join('\n'))?.[0] ?? '');
  const response = await fetch(new URL('/api/session', link), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.hash.slice(1) }),
  });
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const read = async (path: string) => {
    const answer = await fetch(new URL(path, link), { headers: { cookie, connection: 'close' } });
    return JSON.parse(await answer.text());
  };
  return { child, lines, logged, read, status: response.status };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code;
}

describe('the server as a process', () => {
  it('prints one link, creates the demo run once, and exits cleanly, also after a restart', async () => {
    const dataDir = makeFolder();
    const first = await startProcess(dataDir);
    expect(first.status).toBe(200);
    expect(first.lines.filter((line) => line.includes('/login#'))).toHaveLength(1);
    expect(first.lines[0]).toMatch(/^Sekisho \d+\.\d+\.\d+: サーバーと Web コンソールが起動しました。$/);
    expect(first.lines.filter((line) => line.includes(dataDir))).toHaveLength(1);
    expect(first.lines.filter((line) => line.startsWith('{'))).toEqual([]);
    await until(async () => (await first.read('/api/approvals')).items.length === 2);
    expect(await end(first.child, 'SIGTERM')).toBe(0);
    const second = await startProcess(dataDir);
    const { items } = await second.read('/api/runs');
    expect(items).toMatchObject([
      { scenario: 'mail-poisoned', user_intent: expect.stringContaining('メール') },
    ]);
    expect(await end(second.child, 'SIGINT')).toBe(0);
  });

  it.each(['20.20.2', '22.12.0'])('names the version that it needs on Node %s', async (version) => {
    const preload = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
    const args = [`--import=${preload}`, '--conditions=@sekisho/source', MAIN];
    const child = spawn(process.execPath, args, {
      env: PROGRAM_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exited = once(child, 'exit');
    const logged = await text(child.stderr);
    expect((await exited)[0]).toBe(1);
    expect(logged).toBe(
      `The server did not start. Node ${version} is too old for Sekisho. Install Node 24, or 22.22.3 or newer of Node 22, and start the program again.\n`,
    );
  });

  it('says when it starts that the store accepts no writes, and serves what can be read', async () => {
    const dataDir = makeFolder();
    const first = await startProcess(dataDir);
    await until(async () => (await first.read('/api/approvals')).items.length === 2);
    expect(await end(first.child, 'SIGTERM')).toBe(0);
    writeFileSync(join(dataDir, 'key'), Buffer.alloc(32, 7).toString('base64url'));
    const second = await startProcess(dataDir);
    await until(async () =>
      second.logged.some((line) => line.includes('ends with a record of another secret')),
    );
    const events = second.logged.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    expect(events).toContainEqual({
      event: 'store.rejects-writes',
      name: 'SekishoError',
      message: expect.stringContaining('another secret'),
    });
    expect(second.logged.at(-1)).toMatch(/^The store accepts no writes from this server, .*another secret/);
    expect((await second.read('/api/approvals')).items).toHaveLength(2);
  });

  it.each([
    [
      'its database cannot be reached',
      async () => ({ DATABASE_URL: 'postgres://unknown:hidden-word@127.0.0.1:1/none' }),
      { name: 'ServiceError' },
    ],
    [
      'its port is in use',
      async () => ({ PORT: await occupyPort() }),
      { message: expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 is in use .* set PORT to another number/) },
    ],
  ])('exits with a log line and a message when %s', async (_case, findSettings, said) => {
    const child = spawn(process.execPath, ['--conditions=@sekisho/source', MAIN], {
      env: {
        ...PROGRAM_ENVIRONMENT,
        PORT: '0',
        SEKISHO_DATA_DIR: makeFolder(),
        ...(await findSettings()),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const [printed, logged] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect((await exited)[0]).toBe(1);
    const failure = JSON.parse(/^\{"event":"start\.failed".*$/m.exec(logged)?.[0] ?? '{}');
    expect(failure).toMatchObject({ event: 'start.failed', ...said });
    expect(logged.trimEnd()).toMatch(/\nThe server did not start\. [^\n]+$/);
    expect(logged.trimEnd().endsWith(failure.message)).toBe(true);
    expect(printed).toBe('');
    expect(logged).not.toMatch(/login#|hidden-word/);
  });
});

describe('the reason why the server does not start', () => {
  it('names an address that this machine does not have', async () => {
    const server = createServer().listen(0, '203.0.113.7');
    const [error] = await once(server, 'error').catch((reason: unknown) => [reason]);
    expect(describeStartFailure(error, { port: 0, host: '203.0.113.7' })).toMatch(
      /^This machine has no address 203\.0\.113\.7\. Set HOST/,
    );
  });

  it('names a data folder that cannot be created', () => {
    const file = join(makeFolder(), 'a-file');
    writeFileSync(file, '');
    expect(() => requireWritableFolder(join(file, 'data'))).toThrow(
      /^The data folder ".+a-file\/data" is not writable \(ENOTDIR\)\. .* set SEKISHO_DATA_DIR/,
    );
  });

  it('names a database that is a folder', () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'chat.db'));
    const settings = readSettings({ SEKISHO_DATA_DIR: folder, PORT: '0' });
    expect(() => createService(settings)).toThrow(
      /^The database ".+chat\.db" cannot be opened: .* set SEKISHO_DATA_DIR/,
    );
  });

  it('names an invalid setting without its value', () => {
    expect(() => readSettings({ MAX_STREAMS: 'hidden-word' })).toThrow(
      /^(?=.*MAX_STREAMS)(?!.*hidden-word)/s,
    );
  });
});

async function occupyPort(): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  return typeof address === 'object' ? `${address?.port}` : '';
}
