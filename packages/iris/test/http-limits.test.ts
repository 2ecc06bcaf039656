import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine } from '../src/ask/create-engine.ts';
import { irisDefaults } from '../src/ask/iris-settings.ts';
import { createIrisSurface } from '../src/create-iris-surface.ts';
import { createOAuthAuthenticator, createTokenAuthenticator } from '@sekisho/mcp-http';
import { type HttpOptions, serveHttp } from '../src/http/serve-http.ts';

const HANAKO = 'the-token-of-hanako';
const TARO = 'the-token-of-taro-x';
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function serve(options: Partial<HttpOptions> = {}): Promise<string> {
  const surface = createIrisSurface(() => createEngine({ credentials: undefined, defaults: irisDefaults }));
  const authenticate = createTokenAuthenticator(
    new Map([
      ['hanako', HANAKO],
      ['taro', TARO],
    ]),
  );
  const server = await serveHttp(surface, { authenticate, ...options });
  cleanups.push(server.close);
  return server.url;
}

type Sent = { token?: string | undefined; session?: string | undefined; signal?: AbortSignal };
const headersOf = ({ token, session }: Sent): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(session === undefined ? {} : { 'mcp-session-id': session }),
});

/** Sends a message of the 2025 protocol over a socket. */
async function post(url: string, sent: Sent, message: object): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const response = await fetch(url, { method: 'POST', headers: headersOf(sent), body });
  await response.arrayBuffer();
  return response;
}

const clientInfo = { name: 'test', version: '1' };
const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
};
const list = { method: 'tools/list', params: {} };
const openSession = async (url: string, token: string) =>
  (await post(url, { token }, initialize)).headers.get('mcp-session-id') ?? '';
const isAlive = async (url: string, token: string, session: string) =>
  (await post(url, { token, session }, list)).status === 200;

/** Opens a stream that the server ends only with its session, and returns the response. */
async function listen(url: string, sent: Sent): Promise<{ status: number; close: () => void }> {
  const stop = new AbortController();
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { _meta: meta, notifications: { resourceSubscriptions: ['iris://conversations'] } };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headersOf(sent),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
    signal: stop.signal,
  });
  cleanups.push(async () => stop.abort());
  return { status: response.status, close: () => stop.abort() };
}

describe('callers who share a server', () => {
  it('are served while a client without a token sends hundreds of requests', async () => {
    const url = await serve({ requestsPerMinute: 30 });
    const statuses: number[] = [];
    for (let count = 0; count < 200; count += 1) {
      const token = count % 2 === 0 ? undefined : `guess-number-${count}-of-many`;
      statuses.push((await post(url, { token }, list)).status);
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(40);
    expect(statuses.at(-1)).toBe(429);
    for (let count = 0; count < 30; count += 1) {
      expect((await post(url, { token: HANAKO }, initialize)).status).toBe(200);
    }
  });

  it('have separate limits and receive the time to wait', async () => {
    const url = await serve({ requestsPerMinute: 10 });
    const own = [];
    for (let count = 0; count < 12; count += 1) own.push(await post(url, { token: HANAKO }, initialize));
    expect(own.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429, 429]);
    expect(Number(own.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(url, { token: TARO }, initialize)).status).toBe(200);
  });

  it('keep their sessions when another caller opens hundreds', async () => {
    const url = await serve({ requestsPerMinute: 10_000 });
    const taro = await openSession(url, TARO);
    const many: string[] = [];
    for (let round = 0; round < 15; round += 1) {
      many.push(...(await Promise.all(Array.from({ length: 20 }, () => openSession(url, HANAKO)))));
    }
    expect(new Set(many).size).toBe(300);
    expect(await isAlive(url, TARO, taro)).toBe(true);
    const alive: string[] = [];
    for (const session of many) if (await isAlive(url, HANAKO, session)) alive.push(session);
    expect(alive).toHaveLength(20);
    // A used session is closed later than unused ones.
    const [kept = ''] = alive;
    expect(await isAlive(url, HANAKO, kept)).toBe(true);
    for (let count = 0; count < 40; count += 1) {
      await openSession(url, HANAKO);
      expect(await isAlive(url, HANAKO, kept)).toBe(true);
    }
  });

  it('can open streams when another caller has reached its limit, and ended streams do not count', async () => {
    const url = await serve({ requestsPerMinute: 10_000 });
    const held = [];
    for (let count = 0; count < 260; count += 1) held.push(await listen(url, { token: HANAKO }));
    expect(held.filter(({ status }) => status === 200)).toHaveLength(256);
    expect(held.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await post(url, { token: HANAKO }, initialize)).status).toBe(429);
    expect((await listen(url, { token: TARO })).status).toBe(200);
    expect((await post(url, { token: TARO }, initialize)).status).toBe(200);
    for (const { close } of held) close();
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if ((await post(url, { token: HANAKO }, initialize)).status === 200) break;
      await wait(20);
    }
    expect((await listen(url, { token: HANAKO })).status).toBe(200);
  });

  it('detects a disconnected client of a 2025 stream, so that the client can open it again', async () => {
    const url = await serve({ requestsPerMinute: 10_000 });
    const session = await openSession(url, HANAKO);
    const headers = { ...headersOf({ token: HANAKO, session }), 'mcp-protocol-version': '2025-11-25' };
    for (let count = 0; count < 300; count += 1) {
      const stop = new AbortController();
      let status = 0;
      for (let attempt = 0; attempt < 100 && status !== 200; attempt += 1) {
        if (attempt > 0) await wait(5);
        ({ status } = await fetch(url, { headers, signal: stop.signal }));
      }
      expect(status).toBe(200);
      stop.abort();
    }
  });
});

describe('a request without a valid token', () => {
  it('is rejected by its headers: the body is neither awaited nor stored', async () => {
    const url = await serve();
    const request = httpRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': `${4 * 1024 * 1024 - 1}` },
    });
    request.on('error', () => undefined);
    request.write('{');
    const [response] = await once(request, 'response', { signal: AbortSignal.timeout(3000) });
    expect(response.statusCode).toBe(401);
    request.destroy();
  });

  it('cannot flood the authorization server or lock out an accepted caller', async () => {
    const resource = 'https://iris.example/mcp';
    let asked = 0;
    const authority = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => void (body += String(piece)));
      request.on('end', () => {
        asked += 1;
        const active = new URLSearchParams(body).get('token')?.startsWith('good') === true;
        response.end(JSON.stringify({ active, sub: 'hanako', aud: resource }));
      });
    });
    authority.listen(0, '127.0.0.1');
    await once(authority, 'listening');
    cleanups.push(async () => void authority.close());
    const introspection = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/`;
    const client = { clientId: undefined, clientSecret: undefined };
    const authenticate = createOAuthAuthenticator({
      introspection,
      resource,
      ...client,
      fetch,
      now: Date.now,
    });
    const url = await serve({
      authenticate,
      oauth: { issuer: 'https://as.example', resource },
      requestsPerMinute: 30,
    });
    expect((await post(url, { token: 'good-token' }, initialize)).status).toBe(200);
    asked = 0;
    const flood = Array.from({ length: 200 }, (_none, count) => post(url, { token: `bad-${count}` }, list));
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(asked).toBeLessThanOrEqual(35);
    for (let count = 0; count < 20; count += 1) {
      expect((await post(url, { token: 'good-token' }, initialize)).status).toBe(200);
    }
  });
});
