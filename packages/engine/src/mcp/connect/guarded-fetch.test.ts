import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpServerConfigSchema, type McpServerConfig } from '../mcp-server-config.ts';
import type { Lookup } from './guarded-dispatcher.ts';
import { guardedFetch } from './guarded-fetch.ts';

let server: Server;
let port = 0;
let visits = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    visits += 1;
    if (request.url === '/big') response.end('x'.repeat(5_000));
    else if (request.url === '/events') {
      response.setHeader('content-type', 'text/event-stream');
      for (let index = 0; index < 20; index += 1) response.write(`data: ${'x'.repeat(400)}\n\n`);
      response.end();
    } else if (request.url === '/one-event') {
      response.setHeader('content-type', 'text/event-stream');
      response.end(`data: ${'x'.repeat(5_000)}\n\n`);
    } else if (request.url === '/away') {
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    } else if (request.url === '/home') {
      response.writeHead(307, { location: `http://localhost:${port}/` }).end();
    } else if (request.url === '/out') {
      response.writeHead(307, { location: 'http://public.example/' }).end();
    } else if (request.url === '/round') {
      response.writeHead(307, { location: '/round' }).end();
    } else if (request.url === '/tell') {
      response.end(JSON.stringify({ method: request.method, key: request.headers['x-api-key'] ?? 'none' }));
    } else if (request.url?.startsWith('/to-')) {
      const [, , status = '', host = ''] = request.url.split(/[-/]/);
      response.writeHead(Number(status), { location: `http://${host}:${port}/tell` }).end();
    } else response.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('guardedFetch', () => {
  it('connects to this machine if the configuration names it', async () => {
    expect(await get(`http://127.0.0.1:${port}/`, { url: `http://127.0.0.1:${port}/` })).toBe('hello');
    expect(await get(`http://localhost:${port}/`, { url: `http://localhost:${port}/` })).toBe('hello');
  });

  it.each([
    ['an IPv4 address', 'http://127.0.0.1:PORT/'],
    ['an IPv6 address', 'http://[::1]:PORT/'],
    ['an IPv4-mapped IPv6 address', 'http://[::ffff:127.0.0.1]:PORT/'],
    ['an address as one number', 'http://2130706433:PORT/'],
    ['an IPv4 address in a deprecated IPv6 form', 'http://[::127.0.0.1]:PORT/'],
    ['a hexadecimal address', 'http://0x7f.1:PORT/'],
    ['the unspecified address', 'http://0.0.0.0:PORT/'],
    ['a name in the hosts file', 'http://localhost:PORT/'],
    ['a name that DNS resolves to this machine', 'http://inside.example:PORT/'],
    ['a name that resolves to this machine and to a public address', 'http://both.example:PORT/'],
  ])('does not connect to this machine by %s that a remote server names', async (_how, url) => {
    const before = visits;
    const config = { url: 'https://remote.example/mcp', allowHttp: true, allowPrivateNetwork: true };
    await expect(get(url.replace('PORT', String(port)), config)).rejects.toThrow(/fetch failed|Not/);
    expect(visits).toBe(before);
  });

  it('does not follow a redirect to a forbidden address', async () => {
    const local = { url: `http://127.0.0.1:${port}/`, allowHttp: true };
    await expect(get(`http://127.0.0.1:${port}/away`, local)).rejects.toThrow('fetch failed');
    expect(await get(`http://127.0.0.1:${port}/home`, local)).toBe('hello');
  });

  it('does not follow a redirect to an unencrypted URL', async () => {
    const local = { url: `http://127.0.0.1:${port}/` };
    await expect(get(`http://127.0.0.1:${port}/out`, local)).rejects.toThrow('is not https');
  });

  it('limits the number of redirects', async () => {
    const local = { url: `http://127.0.0.1:${port}/` };
    await expect(get(`http://127.0.0.1:${port}/round`, local)).rejects.toThrow('more than 5 times');
  });

  it.each([
    ['GET', 307, '127.0.0.1', { method: 'GET', key: 'k' }],
    ['POST', 307, '127.0.0.1', { method: 'POST', key: 'k' }],
    ['POST', 302, '127.0.0.1', { method: 'GET', key: 'k' }],
    ['GET', 307, 'localhost', { method: 'GET', key: 'none' }],
  ])('redirects a %s after %d to %s as %j', async (method, status, host, expected) => {
    const url = `http://127.0.0.1:${port}/`;
    const init = { method, headers: { 'x-api-key': 'k' }, ...(method === 'POST' ? { body: '{}' } : {}) };
    expect(JSON.parse(await get(`${url}to-${status}-${host}`, { url }, init))).toEqual(expected);
  });

  it.each([301, 302, 303, 307, 308])(
    'does not redirect arguments to another server after %d',
    async (status) => {
      const url = `http://127.0.0.1:${port}/`;
      const before = visits;
      const sent = get(`${url}to-${status}-localhost`, { url }, { method: 'POST', body: '{}' });
      await expect(sent).rejects.toThrow('redirects a POST to http://localhost');
      expect(visits).toBe(before + 1);
    },
  );

  it.each([
    ['http://remote.example/', { url: 'https://remote.example/' }],
    ['http://remote.example/', { url: `http://127.0.0.1/` }],
    ['ftp://remote.example/', { url: 'https://remote.example/', allowHttp: true }],
    ['data:text/plain,hello', { url: 'https://remote.example/', allowHttp: true }],
  ])('rejects an unencrypted connection: %s', async (url, config) => {
    await expect(get(url, config)).rejects.toThrow('is not https');
  });

  it('limits the size of a response and of an event, but not the length of a stream', async () => {
    const local = { url: `http://127.0.0.1:${port}/` };
    await expect(get(`http://127.0.0.1:${port}/big`, local)).rejects.toThrow('larger than 2000 bytes');
    await expect(get(`http://127.0.0.1:${port}/one-event`, local)).rejects.toThrow('larger than 2000 bytes');
    expect(await get(`http://127.0.0.1:${port}/events`, local)).toHaveLength(20 * 408);
  });
});

const lookup: Lookup = (hostname, _options, callback) => {
  const here = { address: '127.0.0.1', family: 4 };
  if (hostname === 'inside.example' || hostname === 'localhost') callback(null, [here]);
  else if (hostname === 'both.example') callback(null, [{ address: '93.184.215.14', family: 4 }, here]);
  else callback(new Error(`no such name: ${hostname}`), []);
};

type HttpConfig = Omit<Extract<McpServerConfig, { url: string }>, 'server_id'>;

async function get(url: string, config: HttpConfig, init?: RequestInit): Promise<string> {
  const parsed = mcpServerConfigSchema.parse({ server_id: 'remote', ...config });
  if (!('url' in parsed)) throw new Error('A URL was requested.');
  const guarded = guardedFetch(parsed, { connectTimeoutMs: 2_000, maxMessageBytes: 2_000 }, lookup);
  try {
    return await (await guarded.fetch(url, init)).text();
  } finally {
    await guarded.close();
  }
}
