import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import { createEngine, RuleSafetyAgent } from '@sekisho/engine';
import { UsageError, type Invocation } from '../command.ts';
import { parseEvent } from './hook-event.ts';
import { HookSession } from './hook-session.ts';
import { readResident, RESIDENT_FILE } from './launch.ts';
import { CLIENTS, isBefore, outputOf, type Client, type HookOutput } from './replies.ts';

export const DEFAULT_PORT = 7417;
const MAX_BODY_BYTES = 32 * 1024 * 1024;
const DEADLINE_MS = 570_000;
/** The reply needs some time to reach the client. */
const REPLY_MS = 500;
const LEASE_MS = 10_000;
/** A session survives this number of denied calls. */
const MAX_DENIALS = 50;

/** A running resident process. */
export interface Up {
  readonly port: number;
  readonly file: string;
  close(): Promise<void>;
}

/** `sekisho up`: the resident process of a user, which decides about the calls of coding agents. */
export async function upCommand(call: Invocation): Promise<void> {
  const { host } = call;
  const directory = resolve(host.cwd, call.text('data') ?? join(host.home, '.sekisho'));
  const up = await startUp({ directory, port: call.number('port', DEFAULT_PORT) });
  call.report(
    { event: 'ready', port: up.port, file: up.file },
    {
      en: `Ready on 127.0.0.1:${up.port}. Data: ${directory}. Decide with: sekisho inbox${call.text('data') === undefined ? '' : ` --data ${directory}`}`,
      ja: `127.0.0.1:${up.port} で待ち受けています。データ: ${directory}。判断: sekisho inbox${call.text('data') === undefined ? '' : ` --data ${directory}`}`,
    },
  );
  await host.stopped;
  await up.close();
}

/** Opens the engine and listens on this machine. The token file is readable only by the user. */
export async function startUp({
  directory,
  port,
  leaseMs = LEASE_MS,
}: {
  readonly directory: string;
  readonly port: number;
  readonly leaseMs?: number;
}): Promise<Up> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const token = tokenOf(directory);
  const engine = createEngine({
    safetyAgent: new RuleSafetyAgent(),
    store: { directory },
    application: 'coding-agents',
    leaseMs,
    integration: { name: 'hook', onDeny: { maxDenials: MAX_DENIALS } },
  });
  const sessions = new Map<string, HookSession>();
  const sessionOf = (client: Client, id: string) => {
    const key = `${client} ${id}`;
    const session = sessions.get(key) ?? new HookSession(engine, client, id);
    sessions.set(key, session);
    return session;
  };
  /** Every error before a tool starts is a denial. */
  const decide = async (client: Client, body: string, signal: AbortSignal): Promise<HookOutput> => {
    let name: string | undefined;
    try {
      const input: unknown = JSON.parse(body);
      name = String(Object(input).hook_event_name ?? '');
      const event = parseEvent(client, input);
      return outputOf(client, name, await sessionOf(client, event.session).handle(event, signal));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isBefore(name)) return outputOf(client, name ?? '', { kind: 'deny', reason });
      return { stdout: '', stderr: reason, code: 0 };
    }
  };
  const server = createServer((request, response) => {
    const send = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    };
    if (!isToken(request.headers.authorization, token)) {
      send(401, '{}');
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, kind, name] = pathname.split('/');
    const client = CLIENTS.find((each) => each === name);
    if (pathname === '/status') {
      send(200, JSON.stringify({ pid: process.pid, sessions: sessions.size }));
      return;
    }
    if (request.method !== 'POST' || !client || (kind !== 'hook' && kind !== 'http')) {
      send(404, '{}');
      return;
    }
    const left = new AbortController();
    response.once('close', () => left.abort());
    const deadline = Math.max(
      0,
      Math.min(Number(searchParams.get('deadline')) || DEADLINE_MS, 86_400_000) - REPLY_MS,
    );
    const signal = AbortSignal.any([left.signal, AbortSignal.timeout(deadline)]);
    readBody(request)
      .then((body) => decide(client, body, signal))
      // A client that sends its events over HTTP reads the decision itself.
      .then((output) => send(200, kind === 'hook' ? JSON.stringify(output) : output.stdout || '{}'))
      .catch(() => send(500, '{}'));
  });
  server.requestTimeout = 0;
  try {
    await new Promise<void>((ready, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', ready);
    });
  } catch (error) {
    await engine.close();
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new UsageError(
      `Port ${port} is in use. "sekisho up" may be running already; otherwise choose another port with --port. / ポート ${port} は使用中です。`,
    );
  }
  const address = server.address();
  const used = typeof address === 'object' && address !== null ? address.port : port;
  const file = join(directory, RESIDENT_FILE);
  writePrivate(file, JSON.stringify({ port: used, token, pid: process.pid }));
  return {
    port: used,
    file,
    close: async () => {
      rmSync(file, { force: true });
      const closed = new Promise<void>((done) => {
        server.close(() => done());
      });
      server.closeAllConnections();
      await closed;
      await engine.close();
    },
  };
}

/** Returns the token of this user. It stays the same, because clients with HTTP hooks store it. */
function tokenOf(directory: string): string {
  const file = join(directory, 'up-token');
  try {
    chmodSync(file, 0o600);
    const token = readFileSync(file, 'utf8').trim();
    if (token.length >= 32) return token;
  } catch {
    // There is none yet.
  }
  const token = randomBytes(32).toString('base64url');
  writePrivate(file, token);
  return token;
}

/** Replaces a file at once, with a mode that no other user can read. */
function writePrivate(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new Error('The event is too large.');
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}

const hash = (text: string) => createHash('sha256').update(text).digest();
const isToken = (header: string | undefined, token: string) =>
  timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));

/** Returns whether the resident process of a folder replies. */
export async function isUp(directory: string): Promise<boolean> {
  try {
    const { port, token } = readResident(directory);
    const response = await fetch(`http://127.0.0.1:${port}/status`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(2_000),
    });
    return response.ok;
  } catch {
    return false;
  }
}
