import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, escapeIdentifier } from 'pg';
import { findPostgresBinaries, type PostgresBinaries } from './find-postgres-binaries.ts';

/** A server of its own for one test file, on real disk with real syncs. */
export interface TestPostgres {
  /** For `pg`, and for DATABASE_URL. */
  readonly url: string;
  /** Creates a database and returns its URL: an empty one, or a copy of another without connections. */
  createDatabase(name: string, options?: { readonly like?: string }): Promise<string>;
  /** Kills the server and every one of its processes, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly binaries?: ((linkFolder: string) => PostgresBinaries) | undefined;
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '32MB',
  max_connections: '120',
  // The log of a test is not read; a failing start still writes to stderr.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  jit: 'off',
};

// PostgreSQL refuses to run as root; this unprivileged user id exists on every system.
const UNPRIVILEGED_ID = 65_534;
const MAX_WAIT_MS = 60_000;

/** Starts a server that only this user can reach. */
export async function startPostgres(options: StartOptions = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-pg-'));
  const data = join(folder, 'data');
  const links = join(folder, 'lib');
  for (const part of [data, links]) mkdirSync(part, { mode: 0o700 });
  const identity = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
  if (identity.uid !== undefined)
    for (const part of [folder, data, links]) chownSync(part, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  const find =
    options.binaries ?? ((linkFolder) => findPostgresBinaries({ path: pathVariable(), linkFolder }));
  const binaries = find(links);
  const environment = { ...identity, cwd: folder, env: { ...process.env, ...binaries.env } };
  const initArguments = ['-D', data, '-N', '-U', 'postgres', '--auth=trust', '--locale=C', '--encoding=UTF8'];
  await promisify(execFile)(binaries.initdb, initArguments, { ...environment, timeout: MAX_WAIT_MS });
  const address = await chooseAddress(folder);
  const settings = { ...SETTINGS, ...address.settings, ...options.settings };
  const serverArguments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = new Server(address.url('postgres'), folder, () =>
    spawn(binaries.postgres, ['-D', data, ...serverArguments], {
      ...environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  try {
    await server.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    url: address.url('postgres'),
    createDatabase: async (name, { like = 'template1' } = {}) => {
      const sql = `create database ${escapeIdentifier(name)} template ${escapeIdentifier(like)}`;
      await query(address.url('postgres'), sql);
      return address.url(name);
    },
    kill: () => server.kill(),
    start: () => server.start(),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

class Server {
  readonly #url: string;
  readonly #folder: string;
  readonly #spawn: () => ChildProcess;
  #child: ChildProcess | undefined;
  #words = '';
  // If this process ends without stopping the server, no process and no file of the server may remain.
  readonly #abandon = () => {
    this.#killAll();
    rmSync(this.#folder, { recursive: true, force: true });
  };

  constructor(url: string, folder: string, spawnServer: () => ChildProcess) {
    this.#url = url;
    this.#folder = folder;
    this.#spawn = spawnServer;
  }

  async start(): Promise<void> {
    const end = Date.now() + MAX_WAIT_MS;
    process.once('exit', this.#abandon);
    // After a kill the memory of the last process may still be there for a moment.
    while (Date.now() < end) {
      if (await this.#comesUp(end)) return;
      if (!this.#words.includes('shared memory')) break;
      await sleep(50);
    }
    await this.stop();
    throw new Error(`PostgreSQL did not start: ${this.#words}`);
  }

  async #comesUp(end: number): Promise<boolean> {
    const child = this.#spawn();
    this.#child = child;
    this.#words = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#words = `${this.#words}${chunk.toString()}`.slice(-4_000);
    });
    while (Date.now() < end && child.exitCode === null && child.signalCode === null) {
      if (await answers(this.#url)) return true;
      await sleep(20);
    }
    return false;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#killAll();
    await this.#ended(child);
  }

  #killAll(): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    // The postmaster is killed first, because it would restart the others.
    for (const each of [pid, ...childrenOf(pid)]) killNow(each);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.kill('SIGINT');
    await this.#ended(child);
  }

  async #ended(child: ChildProcess): Promise<void> {
    process.off('exit', this.#abandon);
    this.#child = undefined;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const forced = setTimeout(() => child.kill('SIGKILL'), MAX_WAIT_MS);
    await once(child, 'exit');
    clearTimeout(forced);
  }
}

function pathVariable(): string {
  return process.env['PATH'] ?? '';
}

interface Address {
  readonly settings: Readonly<Record<string, string>>;
  readonly url: (database: string) => string;
}

// A socket in a folder of ours needs no password and no port; Windows has only ports.
async function chooseAddress(folder: string): Promise<Address> {
  if (process.platform !== 'win32') {
    const host = encodeURIComponent(folder);
    return {
      settings: { listen_addresses: '', unix_socket_directories: folder, unix_socket_permissions: '0700' },
      url: (database) => `postgresql://postgres@localhost/${encodeURIComponent(database)}?host=${host}`,
    };
  }
  const port = await freePort();
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port) },
    url: (database) => `postgresql://postgres@127.0.0.1:${port}/${encodeURIComponent(database)}`,
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function answers(url: string): Promise<boolean> {
  try {
    await query(url, 'select 1');
    return true;
  } catch {
    return false;
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // On other systems, the other processes end when they detect that the postmaster has ended.
    return [];
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
