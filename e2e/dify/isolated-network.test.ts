import { Hono } from 'hono';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { realDaemon } from './daemon/real-daemon.ts';
import { isPortOpen } from './ground/is-port-open.ts';
import { describeVersion } from './ground/daemon-version.ts';
import { env } from './ground/env.ts';
import { findDaemon } from './ground/find-daemon.ts';
import { serveOnLoopback } from './ground/serve-on-loopback.ts';
import { wrapProgram } from './ground/wrap-program.ts';

// A replacement for an old daemon: it listens on every interface and reports which addresses it can reach.
const SERVER = `
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
const reach = (url) => fetch(url).then((response) => response.text(), () => 'nothing');
createServer(async (request, response) => {
  response.end(JSON.stringify({
    interfaces: Object.keys(networkInterfaces()),
    allowed: await reach(process.env.DIFY_INNER_API_URL),
    other: await reach(process.env.OTHER_URL),
  }));
}).listen(Number(process.env.SERVER_PORT));
`;

describe('a daemon that listens on every interface', () => {
  let folder: string;
  let programs: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dify-old-'));
    programs = await mkdtemp(join(tmpdir(), 'dify-programs-'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await rm(programs, { recursive: true, force: true });
  });

  // Only root can create a network namespace; other users do not run this daemon, see below.
  it.each(process.getuid?.() === 0 ? ['0.4.1'] : [])('runs in its own network: %s', async (version) => {
    await writeFile(join(programs, 'server.mjs'), SERVER);
    const server = join(programs, 'server');
    await wrapProgram(server, { command: [process.execPath, `${server}.mjs`] });
    const innerApi = await serveOnLoopback(new Hono().get('/', (context) => context.text('the inner API')));
    const other = await serveOnLoopback(new Hono().get('/', (context) => context.text('something else')));
    const daemon = await realDaemon({
      installed: { version, server, commandline: server },
      python: inject('ground').python,
      postgresPort: 1,
      redisPort: 2,
    }).start({ folder, innerApi: { ...innerApi, key: 'inner' }, env: { OTHER_URL: other.url } });
    try {
      expect(await (await fetch(daemon.url)).json()).toEqual({
        interfaces: ['lo'],
        allowed: 'the inner API',
        other: 'nothing',
      });
      expect(await isPortOpen(Number(new URL(daemon.url).port), '127.0.0.2')).toBe(false);
    } finally {
      await daemon.stop();
      await innerApi.close();
      await other.close();
    }
  });
});

describe('a daemon that cannot run on this machine', () => {
  const user = { searchPath: env.inherited()['PATH'] ?? '', isRoot: true };

  it.each([
    ['the folder is not set', undefined, 'SEKISHO_DIFY_DAEMONS is not set'],
    ['the folder is empty', '/nowhere', '/nowhere/0.6.10/server is not an executable file'],
  ])('is reported with its reason when %s', async (_case, place, reason) => {
    await expect(findDaemon('0.6.10', place, user)).rejects.toThrow(reason);
  });

  it.each([
    ['the user is not root', { ...user, isRoot: false }, 'only root may create one'],
    ['a program is missing', { ...user, searchPath: '/nowhere' }, '"unshare" is not installed'],
  ])('is reported when it listens on every interface and %s', async (_case, who, reason) => {
    const folder = await mkdtemp(join(tmpdir(), 'dify-daemons-'));
    for (const version of ['0.4.1', '0.6.10']) {
      await mkdir(join(folder, version));
      for (const name of ['server', 'commandline']) {
        await wrapProgram(join(folder, version, name), { command: ['true'] });
      }
    }
    try {
      await expect(findDaemon('0.4.1', folder, who)).rejects.toThrow(reason);
      expect(await findDaemon('0.6.10', folder, who)).toMatchObject({ version: '0.6.10' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('describeVersion', () => {
  it.each([
    ['0.4.1', false, false, 'tenant'],
    ['0.5.1', false, false, 'tenant'],
    ['0.5.3', true, false, 'tenant'],
    ['0.6.0', true, true, 'tenant'],
    ['0.6.1', true, true, 'author'],
    ['0.6.3', true, true, 'author'],
    ['0.6.10', true, true, 'author'],
    ['1.0.0', true, true, 'author'],
  ])('returns the properties of %s', (version, hasServerHost, migratesByCommand, debuggedAs) => {
    expect(describeVersion(version)).toEqual({ hasServerHost, migratesByCommand, debuggedAs });
  });
});
