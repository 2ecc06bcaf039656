import { createServer as createHttpServer, request as httpRequest, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { serveHttp, serveRemote, type HttpPlugin, type PluginDeclaration } from '../src/index.ts';
import { SessionRecorder, toBackwardsResponses, toRequestLine } from './daemon-session.ts';
import { agentPlugin, agentRequest, answerOf, echoPlugin, llmRequest, textOf } from './sample-plugins.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const declaration: PluginDeclaration = {
  manifest: { name: 'echo' },
  models: [{ provider: 'echo' }],
  tools: [],
  agentStrategies: [],
  assets: new Map([
    ['icon.svg', Buffer.alloc(20_000, 7)],
    ['empty.svg', new Uint8Array()],
  ]),
};

type Introduction = { type: string; data: { key: string; filename: string; data: string; end: boolean } };

/** Opens a debugging port: it reads the registration and then sends a request. */
async function openDebuggingPort(key: string) {
  const recorder = new SessionRecorder();
  const introduction: Introduction[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let rest = '';
    let isIntroduced = false;
    socket.setEncoding('utf8').on('data', (text) => {
      const lines = `${rest}${String(text)}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isIntroduced) {
          recorder.read(line);
          continue;
        }
        const message = JSON.parse(line);
        introduction.push(message);
        if (message.type === 'handshake' && message.data.key !== key)
          socket.end(`wrong key ${message.data.key}\n`);
        if (message.type === 'end') isIntroduced = true;
      }
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { recorder, introduction, sockets, port };
}

describe('a plugin under remote debugging', () => {
  it('registers in the order that the daemon requires, then serves', async () => {
    const daemon = await openDebuggingPort('key-1');
    const served = serveRemote(echoPlugin, {
      host: '127.0.0.1',
      port: daemon.port,
      key: 'key-1',
      declaration,
    });
    await expect.poll(() => daemon.recorder.heartbeats.length).toBeGreaterThan(0);
    const session = daemon.recorder.open('s1');
    daemon.sockets[0]?.write(toRequestLine('s1', llmRequest));
    await session.done;
    daemon.sockets[0]?.end();
    await served;
    expect(answerOf(session.items)).toBe('hello');
    expect(daemon.introduction.map(({ type }) => type)).toEqual([
      'handshake',
      'manifest_declaration',
      'model_declaration',
      'asset_chunk',
      'asset_chunk',
      'asset_chunk',
      'asset_chunk',
      'end',
    ]);
    const chunks = daemon.introduction
      .filter(({ data }) => data.filename === 'icon.svg')
      .map(({ data }) => data);
    expect(Buffer.concat(chunks.map(({ data }) => Buffer.from(data, 'base64')))).toEqual(
      Buffer.alloc(20_000, 7),
    );
    expect(chunks.map(({ end }) => end)).toEqual([false, false, true]);
  });

  it('reports the reason of a rejection, without the key', async () => {
    const daemon = await openDebuggingPort('key-1');
    const served = serveRemote(echoPlugin, {
      host: '127.0.0.1',
      port: daemon.port,
      key: 'wrong-2',
      declaration,
    });
    await expect(served).rejects.toThrow('The daemon rejected the plugin: wrong key ***');
  });

  it('reports the reason of a rejection during the registration', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      // No more is read, so that most of the registration remains unsent.
      socket.once('data', () => {
        socket.pause();
        socket.write('no such key\n', () => setTimeout(() => socket.destroy(), 50));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const large = { ...declaration, assets: new Map([['icon.svg', Buffer.alloc(20_000_000)]]) };
    const served = serveRemote(echoPlugin, { host: '127.0.0.1', port, key: 'k-1', declaration: large });
    await expect(served).rejects.toThrow('The daemon rejected the plugin: no such key');
  });

  it('survives malformed input, 20 MB and 200 concurrent requests', async () => {
    const daemon = await openDebuggingPort('key-1');
    const served = serveRemote(echoPlugin, {
      host: '127.0.0.1',
      port: daemon.port,
      key: 'key-1',
      declaration,
    });
    await expect.poll(() => daemon.recorder.heartbeats.length).toBeGreaterThan(0);
    const [socket] = daemon.sockets;
    const large = 'あ'.repeat(7_000_000);
    const texts = [large, ...Array.from({ length: 200 }, (_none, index) => `answer ${index}`)];
    const sessions = texts.map((content, index) => {
      const session = daemon.recorder.open(`s${index}`);
      socket?.write(
        toRequestLine(`s${index}`, { ...llmRequest, prompt_messages: [{ role: 'user', content }] }),
      );
      socket?.write('{"half":\n');
      return session;
    });
    await Promise.all(sessions.map(({ done }) => done));
    socket?.end();
    await served;
    sessions.forEach((session, index) => {
      expect(answerOf(session.items) === texts[index]).toBe(true);
      expect(session).toMatchObject({ ends: 1, errors: [], late: [] });
    });
  });

  it('aborts every request when the daemon disconnects', async () => {
    const daemon = await openDebuggingPort('key-1');
    const seen = Promise.withResolvers<AbortSignal>();
    const plugin = agentPlugin(async function* ({ signal }) {
      seen.resolve(signal);
      yield { type: 'text', text: 'one' };
      await new Promise(() => {});
    });
    const served = serveRemote(plugin, { host: '127.0.0.1', port: daemon.port, key: 'key-1', declaration });
    await expect.poll(() => daemon.recorder.heartbeats.length).toBeGreaterThan(0);
    daemon.recorder.open('s1');
    daemon.sockets[0]?.write(toRequestLine('s1', agentRequest));
    const signal = await seen.promise;
    daemon.sockets[0]?.destroy();
    await served;
    expect(signal.aborted).toBe(true);
  });

  it('reports an unreachable daemon', async () => {
    const daemon = await openDebuggingPort('key-1');
    await cleanups.pop()?.();
    const served = serveRemote(echoPlugin, { host: '127.0.0.1', port: daemon.port, key: 'k', declaration });
    await expect(served).rejects.toMatchObject({ errorType: 'InvokeConnectionError' });
  });
});

const log = () => {};

async function openHttp(
  plugin = echoPlugin,
  daemonUrl = 'http://127.0.0.1:9',
  options: object = {},
): Promise<HttpPlugin> {
  const served = await serveHttp(plugin, { host: '127.0.0.1', port: 0, daemonUrl, log, ...options });
  cleanups.push(() => served.close());
  return served;
}

async function post(plugin: HttpPlugin, data: object): Promise<SessionRecorder> {
  const recorder = new SessionRecorder();
  recorder.open('s1');
  const response = await fetch(`http://127.0.0.1:${plugin.port}/invoke?action=x`, {
    method: 'POST',
    body: toRequestLine('s1', data),
  });
  expect(response.status).toBe(200);
  for (const line of (await response.text()).split('\n')) if (line !== '') recorder.read(line);
  return recorder;
}

describe('a serverless plugin', () => {
  it('responds to one request with one stream and no heartbeats', async () => {
    const recorder = await post(await openHttp(), llmRequest);
    const session = recorder.sessions.get('s1');
    expect(answerOf(session?.items ?? [])).toBe('hello');
    expect(session?.ends).toBe(1);
    expect(recorder.heartbeats).toEqual([]);
  });

  it('has a health endpoint', async () => {
    const { port } = await openHttp();
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/elsewhere`)).status).toBe(404);
  });

  it.each(['//', '/\\', '*'])('survives a request for %s', async (path) => {
    const { port } = await openHttp();
    const request = httpRequest({ host: '127.0.0.1', port, path }).end();
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  });

  it.each([
    ['a body that is not JSON', 'hello', 400],
    [
      'a response instead of a request',
      '{"session_id":"x","event":"backwards_response","data":{"backwards_request_id":"1","event":"end"}}',
      400,
    ],
    ['a body that is too large', 'x'.repeat(20_000), 413],
  ])('rejects %s', async (_case, body, status) => {
    const { port } = await openHttp(echoPlugin, undefined, { maxRequestBytes: 10_000 });
    const response = await fetch(`http://127.0.0.1:${port}/invoke`, { method: 'POST', body });
    expect(response.status).toBe(status);
  });

  it('serves 200 concurrent callers without mixing their responses', async () => {
    const plugin = await openHttp();
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_none, index) => {
        const message = { role: 'user', content: `answer ${index}` };
        const recorder = await post(plugin, { ...llmRequest, prompt_messages: [message] });
        return answerOf(recorder.sessions.get('s1')?.items ?? []);
      }),
    );
    expect(answers).toEqual(Array.from({ length: 200 }, (_none, index) => `answer ${index}`));
  });

  it('aborts when the caller disconnects', async () => {
    const seen = Promise.withResolvers<AbortSignal>();
    const plugin = agentPlugin(async function* ({ signal }) {
      yield { type: 'text', text: 'one' };
      seen.resolve(signal);
      await new Promise(() => {});
    });
    const { port } = await openHttp(plugin);
    const caller = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/invoke`, {
      method: 'POST',
      body: toRequestLine('s1', agentRequest),
      signal: caller.signal,
    });
    expect(response.status).toBe(200);
    const signal = await seen.promise;
    caller.abort();
    await expect.poll(() => signal.aborted).toBe(true);
  });

  it('calls Dify in a separate HTTP request', async () => {
    const headers: unknown[] = [];
    const daemon = createHttpServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const { data, session_id: sessionId } = JSON.parse(Buffer.concat(parts).toString('utf8'));
      headers.push([request.url, request.headers['dify-plugin-session-id'], data.type]);
      const answer = () => [{ type: 'text', message: { text: '12:00' }, meta: null }];
      response.write('\n\n');
      for await (const line of toBackwardsResponses(sessionId, data.data, answer))
        response.write(`${line}\n`);
      response.end();
    });
    daemon.listen(0, '127.0.0.1');
    await once(daemon, 'listening');
    cleanups.push(() => daemon.close());
    const { port } = daemon.address() as AddressInfo;
    const plugin = agentPlugin(async function* ({ dify }) {
      const call = { tool_type: 'builtin', provider: 'a/b/c', tool: 'time', tool_parameters: {} } as const;
      for await (const message of dify.invokeTool(call)) yield { type: 'forward', message };
    });
    const recorder = await post(await openHttp(plugin, `http://127.0.0.1:${port}/`), agentRequest);
    expect(textOf(recorder.sessions.get('s1')?.items ?? [])).toBe('12:00');
    expect(headers).toEqual([['/backwards-invocation/transaction', 's1', 'invoke']]);
  });

  it('reports an unreachable daemon', async () => {
    const plugin = agentPlugin(async function* ({ dify }) {
      await dify.storage.has('k');
      yield { type: 'text', text: 'never' };
    });
    const closed = await openDebuggingPort('x');
    await cleanups.pop()?.();
    const recorder = await post(await openHttp(plugin, `http://127.0.0.1:${closed.port}`), agentRequest);
    expect(recorder.sessions.get('s1')).toMatchObject({
      items: [],
      ends: 1,
      errors: [{ error_type: 'InvokeConnectionError' }],
    });
  });

  const late = {
    error_type: 'InvokeServerUnavailableError',
    message: 'Dify did not finish storage within 0 s.',
  };
  const lost = { error_type: 'InvokeConnectionError' };
  it.each<[string, number, object, RequestListener]>([
    ['never responds', 200, late, () => {}],
    ['responds but never ends', 200, late, (_request, response) => void response.write('\n')],
    [
      'closes the connection',
      60_000,
      lost,
      (_request, response) => void response.write('\n', () => setTimeout(() => response.destroy(), 20)),
    ],
    ['sends an empty response', 60_000, lost, (_request, response) => void response.end()],
  ])('reports it when the daemon %s', async (_case, callMs, error, answer) => {
    const daemon = createHttpServer(answer);
    daemon.listen(0, '127.0.0.1');
    await once(daemon, 'listening');
    cleanups.push(() => {
      daemon.close();
      daemon.closeAllConnections();
    });
    const { port } = daemon.address() as AddressInfo;
    const plugin = agentPlugin(
      async function* ({ dify }) {
        await dify.storage.has('k');
        yield { type: 'text', text: 'never' };
      },
      { callMs },
    );
    const recorder = await post(await openHttp(plugin, `http://127.0.0.1:${port}`), agentRequest);
    expect(recorder.sessions.get('s1')).toMatchObject({ items: [], ends: 1, errors: [error] });
  });
});
