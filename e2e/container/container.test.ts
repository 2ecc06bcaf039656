import { execFile, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startPostgres } from '@sekisho/postgres/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { PEOPLE } from '../console/harness/start-server.ts';
import { serverClient, type ServerClient } from '../console/harness/server-client.ts';
import { buildImage, removeContainers, type Image } from './build-image.ts';
import { killContainer, runInContainer, startContainer, type ContainerOptions } from './start-container.ts';

const ROOT = join(import.meta.dirname, '../..');
const PORT = '18787';
const server = { url: `http://127.0.0.1:${PORT}` };
const API_TOKENS = `mika:${PEOPLE.mika}:admin`;
const run = promisify(execFile);

let image: Image;
let folders: string[] = [];
let running: ChildProcess[] = [];

beforeAll(async () => {
  image = await buildImage();
});
afterEach(async () => {
  for (const child of running) await killContainer(child);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  [folders, running] = [[], []];
});
afterAll(() => removeContainers());

/** A new volume, which belongs to the user of the image. */
function volume(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-volume-'));
  const [user, group] = image.config.User.split(':').map(Number);
  chownSync(folder, user ?? 0, group ?? 0);
  folders.push(folder);
  return folder;
}

function start(options: ContainerOptions): ChildProcess {
  const child = startContainer(image, options);
  child.stdout?.resume();
  child.stderr?.resume();
  running.push(child);
  return child;
}

/** Returns whether the health check of the image passes. */
async function isHealthy(): Promise<boolean> {
  const [kind, ...command] = image.config.Healthcheck.Test;
  expect(kind).toBe('CMD');
  const { code } = await runInContainer(image, { command, environment: { PORT }, volumes: {} });
  return code === 0;
}

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const value = await look().catch(() => undefined);
    if (value !== undefined) return value;
    await sleep(200);
  }
  throw new Error('The condition was not met within a minute.');
}

const listSchema = z.object({
  items: z.array(
    z.object({ approval_id: z.string(), run_id: z.string(), action_digest: z.string(), tool_id: z.string() }),
  ),
});
type Pending = z.infer<typeof listSchema>['items'][number];

const pendingOf = async (client: ServerClient) =>
  listSchema.parse(await client.get('/api/approvals?status=pending')).items;
const firstPending = (client: ServerClient) => until(async () => (await pendingOf(client))[0]);

/** Reads a request and decides it, as the page of the console does. */
async function decide(client: ServerClient, request: Pending, decision: 'approve' | 'deny'): Promise<void> {
  const path = `/api/approvals/${request.approval_id}`;
  const { display_digest: displayed } = await client.post<{ display_digest: string }>(`${path}/reading`, {});
  const { action_digest, tool_id } = request;
  const confirm = { confirm_tool: tool_id };
  await client.post(`${path}/decision`, { decision, action_digest, displayed, ...confirm });
}

const verify = (client: ServerClient) =>
  client.post<{ ok: boolean; records: number }>('/api/audit/verify', {});

describe('the image', () => {
  it('runs without rights, and only the volume and /tmp can be written', async () => {
    console.log(`The image adds ${image.addedMegabytes} MB to its base.`);
    expect(image.config.User).toBe('1000:1000');
    const volumes = { '/data': volume() };
    const inside = (command: string) => runInContainer(image, { command: ['sh', '-c', command], volumes });
    expect(await inside('id -u; touch /data/a /tmp/b && echo written')).toMatchObject({
      said: '1000\nwritten',
    });
    for (const place of ['/app', '/', '/usr/local/bin'])
      expect(await inside(`touch ${place}/c`)).toMatchObject({ code: 1 });
    const asRoot = { ...image, config: { ...image.config, User: '0:0' } };
    expect(await runInContainer(asRoot, { command: ['touch', '/app/c'], volumes })).toMatchObject({
      complained: expect.stringContaining('Read-only file system'),
    });
    expect(await inside('grep NoNewPrivs /proc/self/status; grep CapBnd /proc/self/status')).toMatchObject({
      said: expect.stringMatching(/NoNewPrivs:\s+1\nCapBnd:\s+0+$/),
    });
  });

  it('contains the command for workers', async () => {
    const { code, said } = await runInContainer(image, {
      command: ['sekisho', '--version'],
      volumes: { '/data': volume() },
    });
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });
});

describe('the server on files', () => {
  it('keeps a decision and its run when it is killed, and restores a backup', async () => {
    const volumes = { '/data': volume() };
    const environment = { PORT, API_TOKENS };
    const first = start({ environment, volumes });
    await until(async () => ((await isHealthy()) ? true : undefined));
    const signIn = await fetch(`${server.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: PEOPLE.mika }),
    });
    expect(signIn.headers.getSetCookie()).not.toEqual([]);
    const client = serverClient(server);
    const request = await firstPending(client);
    const sekisho = (...words: string[]) =>
      runInContainer(image, { command: ['sekisho', ...words, '--data', '/data', '--by', 'mika'], volumes });
    expect(
      await runInContainer(image, {
        command: ['sekisho', 'backup', '/data/copy', '--data', '/data'],
        volumes,
      }),
    ).toMatchObject({ code: 0 });
    await decide(client, request, 'approve');
    await killContainer(first);
    expect(await isHealthy()).toBe(false);

    const second = start({ environment, volumes });
    await until(async () => ((await isHealthy()) ? true : undefined));
    const decided = await client.approval(request.approval_id);
    expect(decided).toMatchObject({ status: 'approved', decided_by: { id: 'mika' } });
    // The demo run waits for several requests; the others are decided after the restart.
    for (const other of await pendingOf(client)) await decide(client, other, 'deny');
    await client.runUntil(request.run_id, 'done');
    const { ok, records } = await verify(client);
    expect(ok).toBe(true);
    // The high-water mark follows within a second.
    await sleep(2_000);
    await killContainer(second);

    expect(
      await runInContainer(image, {
        command: ['sekisho', 'restore', '/data/copy', '--data', '/data'],
        volumes,
      }),
    ).toMatchObject({ code: 0 });
    expect(await sekisho('accept-restore', '--reason', 'a test')).toMatchObject({ code: 0, complained: '' });
    start({ environment, volumes });
    expect(await firstPending(client)).toMatchObject({ approval_id: request.approval_id });
    const restored = await verify(client);
    expect(restored.ok).toBe(true);
    expect(restored.records).toBeLessThan(records);
  });
});

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()),
      read_only: z.boolean().optional(),
      tmpfs: z.array(z.string()).optional(),
      cap_drop: z.array(z.string()).optional(),
      security_opt: z.array(z.string()).optional(),
    }),
  ),
});

describe('server, worker and PostgreSQL of the compose file', () => {
  const page = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true });
  const { services } = composeSchema.parse(page);

  it('run with a read-only file system and without rights', () => {
    for (const name of ['server', 'worker'])
      expect(services[name]).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
  });

  it('execute an approved call once when both are killed, and a restored database waits for a person', async () => {
    const postgres = await startPostgres();
    try {
      const databaseUrl = await postgres.createDatabase('sekisho');
      const secret = 'c2VrcmV0LW9mLTMyLWJ5dGVzLW9yLW1vcmUtZm9yLXRlc3Rz';
      // The server of the tests listens on a socket in a folder, which becomes a volume.
      const socket = new URL(databaseUrl);
      const socketFolder = socket.searchParams.get('host') ?? '';
      chmodSync(socketFolder, 0o755);
      chmodSync(join(socketFolder, '.s.PGSQL.5432'), 0o777);
      socket.searchParams.set('host', '/database');
      const database = { '/database': socketFolder };
      const given: Readonly<Record<string, string>> = {
        DATABASE_URL: socket.href,
        SEKISHO_SECRET: secret,
        API_TOKENS,
      };
      const startService = (name: 'server' | 'worker', volumes: Readonly<Record<string, string>>) => {
        const { command, environment } = services[name] ?? { environment: {} };
        const variables = Object.entries(environment).flatMap(([variable, value]) => {
          const used = given[variable] ?? (value.includes('${') ? '' : value);
          return used === '' ? [] : [[variable, used]];
        });
        return start({
          ...(command && { command }),
          environment: { ...Object.fromEntries(variables), PORT },
          volumes,
        });
      };
      const serverVolumes = { ...database, '/data': volume() };
      const workerVolumes = { ...database, '/data': volume() };
      startService('server', serverVolumes);
      await until(async () => ((await isHealthy()) ? true : undefined));
      const agents = { ...workerVolumes, '/app/agents': join(ROOT, 'deploy/agents') };
      startService('worker', agents);
      const queue = () =>
        runInContainer(image, {
          command: ['node', 'agents/start.ts'],
          environment: { ...given, SEKISHO_APPLICATION: 'janitor' },
          volumes: agents,
        });
      const queued = await queue();
      expect(queued).toMatchObject({ code: 0, complained: '' });
      const client = serverClient(server);
      const request = await firstPending(client);
      expect(request).toMatchObject({ tool_id: 'delete_file', run_id: queued.said });

      const dump = join(volume(), 'sekisho.dump');
      const schemas = ['--schema=sekisho', '--schema=sekisho_chat'];
      await run('pg_dump', ['--format=custom', ...schemas, `--file=${dump}`, databaseUrl]);
      for (const child of running) await killContainer(child);
      startService('server', serverVolumes);
      startService('worker', agents);
      await until(async () => ((await isHealthy()) ? true : undefined));
      await decide(client, request, 'approve');
      await client.runUntil(request.run_id, 'done');
      const { ok } = await verify(client);
      expect(ok).toBe(true);
      const executed = (
        await client.get<{ items: { event: string }[] }>(`/api/audit?run_id=${request.run_id}`)
      ).items;
      expect(executed.filter(({ event }) => event === 'tool.result')).toHaveLength(1);

      await sleep(2_000);
      for (const child of running) await killContainer(child);
      await run('pg_restore', ['--clean', '--if-exists', `--dbname=${databaseUrl}`, dump]);
      startService('server', serverVolumes);
      await until(async () => ((await isHealthy()) ? true : undefined));
      const again = await firstPending(client);
      expect(again.approval_id).toBe(request.approval_id);
      await expect(decide(client, again, 'deny')).rejects.toThrow('AGENTS-E-LOG-ROLLBACK');
      const command = ['sekisho', 'accept-restore', '--by', 'mika', '--reason', 'a test'];
      const accepted = await runInContainer(image, { command, environment: given, volumes: serverVolumes });
      expect(accepted).toMatchObject({ code: 0, complained: '' });
      for (const child of running) await killContainer(child);
      startService('server', serverVolumes);
      await until(async () => ((await isHealthy()) ? true : undefined));
      await decide(client, again, 'deny');
      expect((await verify(client)).ok).toBe(true);
    } finally {
      await postgres.stop();
    }
  });
});
