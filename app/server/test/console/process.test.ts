import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder, until } from './start-console.ts';
import { PROGRAM_ENVIRONMENT } from '../../../../test/program-environment.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** The server as a process of its own; resolves when it has printed its login link. */
async function startProcess(dataDir: string) {
  const child = spawn(process.execPath, ['--conditions=@sekisho/source', MAIN], {
    env: { ...PROGRAM_ENVIRONMENT, PORT: '0', SEKISHO_DATA_DIR: dataDir, LANG: 'ja_JP.UTF-8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.includes('/login#')) break;
  }
  const link = new URL(lines.find((line) => line.includes('/login#')) ?? '');
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
  return { child, lines, read, status: response.status };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code;
}

describe('the server as a process', () => {
  it('prints one link, has the demo run in the inbox, ends well, and begins again without a second one', async () => {
    const dataDir = makeFolder();
    const first = await startProcess(dataDir);
    expect(first.status).toBe(200);
    expect(first.lines.filter((line) => line.includes('/login#'))).toHaveLength(1);
    await until(async () => (await first.read('/api/approvals')).items.length === 2);
    expect(await end(first.child, 'SIGTERM')).toBe(0);
    const second = await startProcess(dataDir);
    const { items } = await second.read('/api/runs');
    expect(items).toMatchObject([
      { scenario: 'mail-poisoned', user_intent: expect.stringContaining('メール') },
    ]);
    expect(await end(second.child, 'SIGINT')).toBe(0);
  });

  it.each([
    [
      'its database cannot be reached',
      async () => ({ DATABASE_URL: 'postgres://nobody:hidden-word@127.0.0.1:1/none' }),
      { name: 'ServiceError' },
    ],
    [
      'its port is taken',
      async () => ({ PORT: await takePort() }),
      { message: expect.stringContaining('PORT') },
    ],
    [
      'a setting cannot be used',
      async () => ({ MAX_STREAMS: 'hidden-word' }),
      { message: expect.stringContaining('MAX_STREAMS') },
    ],
  ])('ends with a line that says so when %s', async (_case, findSettings, said) => {
    const child = spawn(process.execPath, ['--conditions=@sekisho/source', MAIN], {
      env: {
        ...PROGRAM_ENVIRONMENT,
        PORT: '0',
        SEKISHO_DATA_DIR: makeFolder(),
        ...(await findSettings()),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) lines.push(line);
    expect((await exited)[0]).toBe(1);
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ event: 'start.failed', ...said });
    expect(lines.join('')).not.toMatch(/login#|hidden-word/);
  });
});

async function takePort(): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  return typeof address === 'object' ? `${address?.port}` : '';
}
