import { execFile as execFileWithCallback, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SessionRecorder, toRequestLine } from './daemon-session.ts';
import { answerOf, llmRequest } from './sample-plugins.ts';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

const execFile = promisify(execFileWithCallback);

function startProcess(flags: readonly string[] = [], program = 'echo-plugin.ts', settings: object = {}) {
  const path = join(import.meta.dirname, 'programs', program);
  const child = spawn(process.execPath, [...flags, path], {
    env: { ...PROGRAM_ENVIRONMENT, INSTALL_METHOD: 'local', NODE_NO_WARNINGS: '1', ...settings },
  });
  const recorder = new SessionRecorder();
  let rest = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) recorder.read(line);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return { child, recorder, readErrors: () => errors };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('The port has no number.');
  return address.port;
}

describe('a plugin as a process', () => {
  it('writes only protocol lines, responds to 20 MB after its input was closed, and exits', async () => {
    const { child, recorder, readErrors } = startProcess();
    const session = recorder.open('s1');
    const text = `${'x'.repeat(49)} `.repeat(400_000);
    const exit = once(child, 'exit');
    child.stdin.end(
      toRequestLine('s1', { ...llmRequest, prompt_messages: [{ role: 'user', content: text }] }),
    );
    expect(await exit).toEqual([0, null]);
    expect(answerOf(session.items)).toBe(text);
    expect(session).toMatchObject({ ends: 1, late: [] });
    expect(recorder.heartbeats.length).toBeGreaterThan(0);
    expect(recorder.noise).toEqual([]);
    expect(readErrors()).toContain('noise on standard output');
  });

  it('releases memory after some idle seconds', async () => {
    const { child, recorder } = startProcess(['--expose-gc']);
    const readMemory = async () => {
      const { stdout } = await execFile('ps', ['-o', 'rss=', '-p', String(child.pid)]);
      return Number(stdout) / 1024;
    };
    const session = recorder.open('s1');
    const content = 'word '.repeat(1_000_000);
    child.stdin.write(toRequestLine('s1', { ...llmRequest, prompt_messages: [{ role: 'user', content }] }));
    await session.done;
    const busy = await readMemory();
    await expect.poll(readMemory, { timeout: 20_000, interval: 500 }).toBeLessThan(busy * 0.7);
    const exit = once(child, 'exit');
    child.stdin.end();
    expect(await exit).toEqual([0, null]);
  });

  it('responds to all requests after an unhandled rejection in a handler', async () => {
    const { child, recorder, readErrors } = startProcess([], 'unhandled-rejection-plugin.ts');
    const sessions = ['s1', 's2'].map((id) => recorder.open(id));
    const exit = once(child, 'exit');
    child.stdin.end(toRequestLine('s1', llmRequest) + toRequestLine('s2', llmRequest));
    expect(await exit).toEqual([0, null]);
    expect(sessions.map(({ items, ends }) => [answerOf(items), ends])).toEqual([
      ['hello', 1],
      ['hello', 1],
    ]);
    expect(readErrors()).toContain('ERROR Unhandled rejection: Error: forgotten, with ***');
  });

  it.each([
    ['on loopback only', {}, false],
    ['on the address that SERVERLESS_HOST names', { SERVERLESS_HOST: '0.0.0.0' }, true],
  ])('listens %s as a serverless plugin', async (_case, settings, isElsewhere) => {
    const port = await findFreePort();
    const serverless = { INSTALL_METHOD: 'serverless', SERVERLESS_PORT: String(port), ...settings };
    const { child } = startProcess([], 'echo-plugin.ts', serverless);
    const answersAt = (host: string) =>
      fetch(`http://${host}:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    try {
      await expect.poll(() => answersAt('127.0.0.1'), { timeout: 20_000 }).toBe(true);
      // Linux routes 127.0.0.2 to every program, unless it listens on 127.0.0.1 only.
      expect(await answersAt('127.0.0.2')).toBe(process.platform === 'linux' && isElsewhere);
    } finally {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
  });

  it('exits when the daemon closes its output', async () => {
    const { child, recorder } = startProcess();
    await expect.poll(() => recorder.heartbeats.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const exit = once(child, 'exit');
    child.stdout.destroy();
    recorder.open('s1');
    child.stdin.write(toRequestLine('s1', llmRequest));
    expect(await exit).toEqual([0, null]);
  });
});
