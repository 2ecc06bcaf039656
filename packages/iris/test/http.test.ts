import { createServer, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine } from '../src/ask/create-engine.ts';
import { irisDefaults } from '../src/ask/iris-settings.ts';
import { createIrisSurface } from '../src/create-iris-surface.ts';
import { createOAuthAuthenticator, createTokenAuthenticator } from '@sekisho/mcp-http';
import { type HttpOptions, serveHttp } from '../src/http/serve-http.ts';
import { callTool, connect, type Era, startIris } from './connect-iris.ts';

const TOKEN = 'a-token-of-enough-length';
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

async function serve(options: Partial<HttpOptions> = {}): Promise<string> {
  const surface = createIrisSurface(() => createEngine({ credentials: undefined, defaults: irisDefaults }));
  const authenticate = createTokenAuthenticator(new Map([['local', TOKEN]]));
  const server = await serveHttp(surface, { authenticate, ...options });
  cleanups.push(server.close);
  return server.url;
}

/** Sends a request with any headers, like an attacker; fetch does not allow setting Host. */
async function post(url: string, headers: Record<string, string>, body = '{}') {
  const request = httpRequest(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  request.end(body);
  const [response] = await once(request, 'response');
  response.resume();
  return { status: response.statusCode, headers: response.headers };
}

const bearer = { authorization: `Bearer ${TOKEN}` };

describe('the HTTP endpoint', () => {
  it('binds to loopback only', async () => {
    expect(await serve()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  it.each([
    ['a foreign Host', { host: 'evil.example', ...bearer }, 403],
    ['a foreign Origin', { origin: 'https://evil.example', ...bearer }, 403],
    ['an opaque Origin', { origin: 'null', ...bearer }, 403],
    ['no token', {}, 401],
    ['a wrong token', { authorization: 'Bearer something-else-entirely' }, 401],
    ['a token in another scheme', { authorization: `Basic ${TOKEN}` }, 401],
    ['a token with a suffix', { authorization: `Bearer ${TOKEN} ${TOKEN}` }, 401],
  ])('rejects %s', async (_case, headers, status) => {
    expect((await post(await serve(), headers)).status).toBe(status);
  });

  it('accepts an allowed name as Host and as Origin', async () => {
    const url = await serve({ allowedHosts: ['iris.example'] });
    const { status } = await post(url, { host: 'iris.example', origin: 'https://iris.example', ...bearer });
    expect([401, 403]).not.toContain(status);
  });

  it('rejects a body that is too large', async () => {
    const url = await serve({ maxBodyBytes: 1000 });
    const { status } = await post(url, bearer, JSON.stringify({ text: 'x'.repeat(2000) }));
    expect(status).toBe(413);
  });

  it('limits frequent callers and returns the time to wait', async () => {
    const url = await serve({ requestsPerMinute: 3 });
    const statuses: unknown[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await post(url, {})).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(Number((await post(url, {})).headers['retry-after'])).toBeGreaterThan(0);
  });

  it('rejects other paths', async () => {
    expect((await fetch(new URL('/', await serve()))).status).toBe(404);
  });

  it.each<[Era]>([['legacy'], ['modern']])('serves a client of the %s era over a socket', async (era) => {
    const url = await serve();
    const mode = era === 'modern' ? { versionNegotiation: { mode: 'auto' as const } } : {};
    const client = new Client({ name: 'test', version: '1' }, mode);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: bearer } }),
    );
    const { text } = await callTool(client, 'iris', { input: 'What is 2+3?' });
    expect(text).toContain('5');
    await client.close();
  });
});

describe('OAuth', () => {
  async function authorizationServer(facts: Record<string, unknown>): Promise<string> {
    const server = createServer((request, response) => {
      request.resume();
      response.end(JSON.stringify(facts));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(async () => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/introspect`;
  }
  const resource = 'https://iris.example/mcp';
  const good = { active: true, sub: 'hanako', aud: resource, exp: 4_000_000_000, scope: 'iris' };

  it.each([
    ['an active token for this server', good, true],
    ['a token for several servers', { ...good, aud: ['https://other.example', resource] }, true],
    ['a token that is not active', { ...good, active: false }, false],
    ['a token for another server', { ...good, aud: 'https://other.example' }, false],
    ['a token without an audience', { ...good, aud: undefined }, false],
    ['an expired token', { ...good, exp: 1 }, false],
    ['a token without a subject', { ...good, sub: undefined }, false],
    ['an invalid introspection response', { hello: 'world' }, false],
  ])('handles %s', async (_case, facts, isAccepted) => {
    const introspection = await authorizationServer(facts);
    const authenticate = createOAuthAuthenticator({
      introspection,
      resource,
      clientId: 'iris',
      clientSecret: 'secret',
      fetch,
      now: Date.now,
    });
    expect((await authenticate('Bearer abc')) !== undefined).toBe(isAccepted);
  });

  it('rejects every request when the authorization server is unreachable', async () => {
    const down = {
      introspection: 'http://127.0.0.1:1/',
      resource,
      clientId: undefined,
      clientSecret: undefined,
    };
    const authenticate = createOAuthAuthenticator({ ...down, fetch, now: Date.now });
    expect(await authenticate('Bearer abc')).toBeUndefined();
  });

  it('publishes the issuer of tokens', async () => {
    const url = await serve({ oauth: { issuer: 'https://as.example', resource } });
    const { status, headers } = await post(url, {});
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/mcp');
    const metadata = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', url));
    expect(await metadata.json()).toMatchObject({ resource, authorization_servers: ['https://as.example'] });
  });
});

describe('a server for several users', () => {
  const people = createTokenAuthenticator(
    new Map([
      ['hanako', 'the-token-of-hanako'],
      ['taro', 'the-token-of-taro-x'],
    ]),
  );
  const shared = () =>
    startIris({ authenticate: people, settings: { handleSecret: 'a secret of enough length' } });

  it('hides the ids of OpenAI and lets the owner continue', async () => {
    const iris = shared();
    const hanako = await connect(iris, { token: 'the-token-of-hanako' });
    const { answer } = await callTool(hanako, 'iris', { input: 'My name is Hanako.' });
    expect(answer.response_id).toMatch(/^cnv_/);
    const previous_response_id = answer.response_id;
    const next = await callTool(hanako, 'iris', { input: 'What is my name?', previous_response_id });
    expect(next.text).toContain('Hanako');
  });

  it.each([
    ['iris', (id: string) => ({ input: 'Continue', previous_response_id: id })],
    ['iris_result', (id: string) => ({ response_id: id })],
    ['iris_cancel', (id: string) => ({ response_id: id })],
  ])('rejects the handle of another user with %s', async (tool, parameters) => {
    const iris = shared();
    const hanako = await connect(iris, { token: 'the-token-of-hanako' });
    const taro = await connect(iris, { token: 'the-token-of-taro-x' });
    const { answer } = await callTool(hanako, 'iris', { input: 'Hello' });
    const reply = await callTool(taro, tool, parameters(answer.response_id ?? ''));
    expect(reply.isError).toBe(true);
    expect(reply.text).toMatch(/^\[foreign_conversation\]/);
    expect(reply.text).toContain('start a new conversation');
  });

  it("lists only the caller's own conversations", async () => {
    const iris = shared();
    const hanako = await connect(iris, { token: 'the-token-of-hanako' });
    const taro = await connect(iris, { token: 'the-token-of-taro-x' });
    await callTool(hanako, 'iris', { input: 'A secret of Hanako' });
    const read = async (client: Client) =>
      JSON.stringify(await client.readResource({ uri: 'iris://conversations' }));
    expect(await read(hanako)).toContain('A secret of Hanako');
    expect(await read(taro)).not.toContain('A secret of Hanako');
  });

  it("rejects another user's session of the 2025 protocol", async () => {
    const iris = shared();
    const ask = (token: string, session: string | null, body: unknown) =>
      iris.handler.fetch(
        new Request('http://127.0.0.1/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            authorization: `Bearer ${token}`,
            ...(session === null ? {} : { 'mcp-session-id': session }),
          },
          body: JSON.stringify(body),
        }),
      );
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const opened = await ask('the-token-of-hanako', null, {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params,
    });
    const session = opened.headers.get('mcp-session-id');
    expect(session).not.toBeNull();
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };
    expect((await ask('the-token-of-taro-x', session, list)).status).toBe(404);
    expect((await ask('the-token-of-hanako', session, list)).status).toBe(200);
  });
});

describe('a body that is too large', () => {
  const announced = (body: string) => ({ 'content-length': `${Buffer.byteLength(body)}` });
  const initialize = { protocolVersion: '2025-06-18', capabilities: {} };
  it.each([
    ['opens no session', 'initialize', initialize, () => ({})],
    ['calls no tool', 'tools/call', { name: 'iris' }, () => ({})],
    ['opens no session when it announces its length', 'initialize', initialize, announced],
    ['calls no tool when it announces its length', 'tools/call', { name: 'iris' }, announced],
  ])('%s, independent of the HTTP server', async (_case, method, params, lengthOf) => {
    const { handler, simulator } = startIris();
    const filler = 'x'.repeat(1_000_000);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, filler } });
    const response = await handler.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...lengthOf(body),
        },
        body,
      }),
    );
    expect(response.status).toBe(413);
    expect(simulator.journal).toEqual([]);
  });
});
