import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { createEngine, RuleSafetyAgent, SekishoError } from '@sekisho/engine';
import { z } from 'zod';
import { UsageError, type Invocation } from '../command.ts';
import { unlockSecret } from '../key-lock.ts';
import { dataFolder } from '../open-parts.ts';
import { isMcpTool } from './coding-tools.ts';
import { parseEvent, requireExact } from './hook-event.ts';
import { HookSession } from './hook-session.ts';
import { CLIENTS, isBefore, outputOf, type Client, type HookOutput } from './replies.ts';
import { TARGETS } from './targets.ts';
import { callResident, PROOF_HEADER, prove, readAll, RESIDENT_FILE, verifiedNonce } from './resident.ts';

export const DEFAULT_PORT = 7417;
const DEADLINE_MS = 570_000;
const DAY_MS = 86_400_000;
/** The reply needs some time to reach the client. */
const REPLY_MS = 500;
const LEASE_MS = 10_000;
const MAX_CALLERS = 1_000;
/** The number of denied calls since the last prompt of the user that ends a session. */
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
  const secret = await unlockSecret(call, directory);
  const files = CLIENTS.map((client) => TARGETS[client].file(host));
  const up = await startUp({ directory, port: call.number('port', DEFAULT_PORT), secret, files });
  // A folder with a store of its own has another inbox.
  const inbox =
    dataFolder(undefined, host) === directory ? 'sekisho inbox' : `sekisho inbox --data "${directory}"`;
  call.report(
    { event: 'ready', port: up.port, file: up.file },
    {
      en: `Ready on 127.0.0.1:${up.port}. Data: ${directory}. Decide with: ${inbox}`,
      ja: `127.0.0.1:${up.port} で待ち受けています。データ: ${directory}。判断: ${inbox}`,
    },
  );
  await host.stopped;
  await up.close();
}

function makeFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new SekishoError(
      'AGENTS-E-STORE',
      `The folder "${directory}" cannot be created${code}. Give this user permission to write there, or name another folder with --data.`,
      { cause },
    );
  }
}

/** Opens the engine and listens on this machine. The token file is readable only by the user. */
export async function startUp({
  directory,
  port,
  secret,
  files = [],
  leaseMs = LEASE_MS,
  waitMs = DAY_MS,
  idleMs = DAY_MS / 2,
}: {
  readonly directory: string;
  readonly port: number;
  /** The key of a store that is locked with a passphrase. */
  readonly secret?: Awaited<ReturnType<typeof unlockSecret>>;
  /** The configurations that contain the hooks. */
  readonly files?: readonly string[];
  readonly leaseMs?: number;
  /** How long a call waits for a decision at most, also if the client would wait longer. */
  readonly waitMs?: number;
  /** How long a session stays in memory after its last event. */
  readonly idleMs?: number;
}): Promise<Up> {
  makeFolder(directory);
  const token = tokenOf(directory);
  const engine = createEngine({
    safetyAgent: new RuleSafetyAgent(),
    store: { directory },
    secret,
    application: 'coding-agents',
    leaseMs,
    integration: { name: 'hook', onDeny: { maxDenials: MAX_DENIALS } },
  });
  const sessions = new Map<string, HookSession>();
  /** The sessions whose runs are being released. Their next event has to wait, because a run is opened once at a time. */
  const releasing = new Map<string, Promise<void>>();
  const sessionOf = async (client: Client, id: string) => {
    const key = `${client} ${id}`;
    await releasing.get(key);
    const known = sessions.get(key);
    if (known) return known;
    for (const [other, session] of sessions) if (session.isIdle(idleMs)) releaseSession(other, session);
    const session = new HookSession(engine, client, id, { directory, files });
    sessions.set(key, session);
    return session;
  };
  const releaseSession = (key: string, session: HookSession) => {
    sessions.delete(key);
    for (const [call, caller] of callers) if (caller === session) callers.delete(call);
    // If the store is unavailable, the run stays with this process; its next event opens it again after a restart.
    const released = session.release().catch(() => undefined);
    releasing.set(
      key,
      released.finally(() => releasing.delete(key)),
    );
  };
  /** The sessions of calls to MCP servers, by the client's id of the call. A proxy asks for the words of the user with it. */
  const callers = new Map<string, HookSession>();
  /** Every error before a tool starts is a denial. */
  const decide = async (
    client: Client,
    {
      body,
      named,
      signal,
    }: { readonly body: string; readonly named: string | null; readonly signal: AbortSignal },
  ): Promise<HookOutput> => {
    let name: string | undefined;
    try {
      const message: unknown = JSON.parse(body);
      const given: unknown = Object(message).hook_event_name ?? named;
      name = typeof given === 'string' ? given : '';
      const event = parseEvent(client, { ...Object(message), hook_event_name: name });
      if (event.kind === 'before') requireExact(body);
      const session = await sessionOf(client, event.session);
      if (event.kind === 'before' && event.callId !== undefined && isMcpTool(event.tool)) {
        callers.set(event.callId, session);
        for (const [oldest] of callers) if (callers.size > MAX_CALLERS) callers.delete(oldest);
      }
      return outputOf(client, name, await session.handle(event, signal));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isBefore(name)) return outputOf(client, name ?? '', { kind: 'deny', reason });
      return { stdout: '', stderr: reason, code: 0 };
    }
  };
  const server = createServer((request, response) => {
    const { headers, method, url: path = '/' } = request;
    // Split instead of parsed: a target like "//" is not a URL, and an exception here would end the process.
    const [pathname = '', query = ''] = path.split('?', 2);
    const searchParams = new URLSearchParams(query);
    const [, kind, name] = pathname.split('/');
    const client = CLIENTS.find((each) => each === name);
    const left = new AbortController();
    response.once('close', () => left.abort());
    const answer = async (): Promise<readonly [status: number, text: string, nonce?: string | undefined]> => {
      // Claude Code sends its events over HTTP with the token itself and reads the decision; the launcher signs its messages.
      const isHttp = kind === 'http';
      if (isHttp && !isToken(headers.authorization, token)) return [401, '{}'];
      const body = await readAll(request);
      const nonce = verifiedNonce(headers.authorization, { token, path, body });
      if (!isHttp && nonce === undefined) return [401, '{}'];
      if (kind === 'status')
        return [200, JSON.stringify({ pid: process.pid, sessions: sessions.size }), nonce];
      if (kind === 'words')
        return [200, JSON.stringify({ texts: callers.get(body)?.userTexts ?? [] }), nonce];
      if (method !== 'POST' || !client || (kind !== 'hook' && !isHttp)) return [404, '{}'];
      const deadline = AbortSignal.timeout(deadlineOf(searchParams, waitMs));
      const signal = AbortSignal.any([left.signal, deadline]);
      const output = await decide(client, { body, named: searchParams.get('event'), signal });
      return [200, isHttp ? output.stdout || '{}' : JSON.stringify(output), nonce];
    };
    const send = ([status, text, nonce]: Awaited<ReturnType<typeof answer>>) => {
      const proof = nonce === undefined ? {} : { [PROOF_HEADER]: prove(token, 'reply', nonce, path, text) };
      return response.writeHead(status, { 'content-type': 'application/json', ...proof }).end(text);
    };
    answer().then(send, () => send([500, '{}']));
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

/** Returns how long a call may wait for a decision: as long as its client, but not longer than `waitMs`. */
function deadlineOf(parameters: URLSearchParams, waitMs: number): number {
  const asked = Number(parameters.get('deadline')) || DEADLINE_MS;
  return Math.max(0, Math.min(asked - REPLY_MS, waitMs));
}

/** Returns the token of this user. It stays the same, because clients with HTTP hooks store it. */
export function tokenOf(directory: string): string {
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

const hash = (text: string) => createHash('sha256').update(text).digest();
const isToken = (header: string | undefined, token: string) =>
  timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));

const wordsSchema = z.object({ texts: z.array(z.string()) });

/**
 * Returns what the user wrote in the session of a call to an MCP server, as the hook of the client reported it. The client passes the
 * same id to the hook and to the server. Empty without a hook, or without the resident process.
 */
export async function wordsOfCall(directory: string, callId: string): Promise<readonly string[]> {
  try {
    const reply = await callResident(directory, { path: '/words', body: callId, milliseconds: 1_000 });
    return wordsSchema.parse(JSON.parse(reply)).texts;
  } catch {
    return [];
  }
}

/** Returns whether the resident process of a folder replies. */
export async function isUp(directory: string): Promise<boolean> {
  try {
    await callResident(directory, { path: '/status', body: '', milliseconds: 2_000 });
    return true;
  } catch {
    return false;
  }
}
