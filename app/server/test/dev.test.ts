import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

const PROGRAM = join(import.meta.dirname, '../../../scripts/dev.ts');

it('serves the sources of console and server under one URL, and ends both', async () => {
  const [port, consolePort] = await freePorts();
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-dev-'));
  const child = spawn(process.execPath, ['--conditions=@sekisho/source', PROGRAM], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      PORT: `${port}`,
      CONSOLE_PORT: `${consolePort}`,
      SEKISHO_DATA_DIR: folder,
      LANG: 'C',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });
  let printed = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (printed.includes('Ctrl+C')) break;
  }
  const links = printed.match(/http:\S+/g) ?? [];
  expect(links).toHaveLength(1);
  const link = new URL(links[0] ?? '');
  expect(link.port).toBe(`${consolePort}`);
  expect(await (await fetch(link)).text()).toContain('/src/main.tsx');
  const session = await fetch(new URL('/api/session', link), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: link.origin },
    body: JSON.stringify({ token: link.hash.slice(1) }),
  });
  expect(session.status).toBe(200);

  child.kill('SIGINT');
  expect((await exited)[0]).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}/api/session`)).rejects.toThrow('fetch failed');
  await expect(fetch(link)).rejects.toThrow('fetch failed');
});

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    ports.push(typeof address === 'object' ? (address?.port ?? 0) : 0);
  }
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return [ports[0] ?? 0, ports[1] ?? 0];
}
