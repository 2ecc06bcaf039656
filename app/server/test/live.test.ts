import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { serve, type ServerType } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { mayUpgrade } from '../src/chat/live/may-upgrade.ts';
import { startService, USERS } from './start-service.ts';

type Received = {
  type: string;
  requestId?: string;
  text?: string;
  template?: { status: string };
  message?: { role: string; content: string };
};

type Said = { role: string; content: string };

async function listen(env: Record<string, string> = {}) {
  const service = startService({ RATE_LIMIT_PER_MINUTE: '1000', ...env });
  const listening = Promise.withResolvers<number>();
  const server: ServerType = serve(
    {
      fetch: service.app.fetch,
      port: 0,
      hostname: '127.0.0.1',
      websocket: { server: service.live.socketServer },
      serverOptions: { shouldUpgradeCallback: mayUpgrade },
    },
    ({ port }) => listening.resolve(port),
  );
  onTestFinished(() => {
    service.live.close();
    server.close();
  });
  const host = `127.0.0.1:${await listening.promise}`;
  return { ...service, host, url: `ws://${host}/ai-agent/live`, server };
}

const bearer = (user: keyof typeof USERS) => ({ authorization: `Bearer ${USERS[user]}` });

/** Opens a connection and collects all received events. */
async function connect(url: string, headers: Record<string, string> = bearer('alice')) {
  const socket = new WebSocket(url, { headers });
  const received: Received[] = [];
  let wake = () => undefined as void;
  socket.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString('utf8')) as Received);
    wake();
  });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const until = async (isExpected: (event: Received) => boolean, count = 1): Promise<void> => {
    while (received.filter(isExpected).length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { socket, received, until, send: (words: object) => socket.send(JSON.stringify(words)) };
}

/** Returns the status with which a connection is rejected. */
async function refusal(url: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(url, { headers });
  socket.on('error', () => undefined);
  const refused = once(socket, 'unexpected-response').then(([, response]) => Number(response.statusCode));
  const opened = once(socket, 'open').then(() => 101);
  const status = await Promise.race([refused, opened]);
  socket.terminate();
  return status;
}

const isAnswer = (event: Received) => event.type === 'message.created' && event.message?.role === 'assistant';

describe('the live connection', () => {
  it('accepts a message and sends the growing response to every connection of the user', async () => {
    const { call, url } = await listen();
    const { json } = await call('POST', '/ai-agent/sessions', {});
    const phone = await connect(url);
    const desktop = await connect(url);
    const otherUser = await connect(url, bearer('bob'));
    phone.send({ type: 'message.send', sessionId: json.id, message: '製造業の採用です', requestId: 'r1' });
    await Promise.all([phone.until(isAnswer), desktop.until(({ template }) => template?.status === 'ok')]);

    const kinds = desktop.received.map(({ type }) => type);
    expect(kinds.slice(-3)).toEqual(['message.created', 'message.created', 'message.draft']);
    expect(desktop.received.every(({ requestId }) => requestId === 'r1')).toBe(true);
    const prose = desktop.received
      .flatMap(({ type, text }) => (type === 'message.delta' ? [text] : []))
      .join('');
    const answer = desktop.received.find(isAnswer)?.message;
    expect(answer?.content.startsWith(prose.trim())).toBe(true);
    expect(prose).toMatch(/[ぁ-ん]/);
    expect(desktop.received.filter(({ template }) => template?.status === 'writing')).toHaveLength(1);
    const history = await call('GET', `/ai-agent/sessions/${json.id}/messages`);
    expect(history.json.items.at(-1)).toEqual(answer);
    expect(otherUser.received).toEqual([]);
  });

  it('ends with the session that opened it, before it accepts another message', async () => {
    const { call, url } = await listen();
    const signedIn = await call('POST', '/api/session', { token: USERS.alice }, { authorization: '' });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const csrf = { authorization: '', cookie, 'x-csrf-token': signedIn.json.csrf_token };
    const { json } = await call('POST', '/ai-agent/sessions', {}, csrf);
    const browser = await connect(url, { cookie });
    browser.send({ type: 'message.send', sessionId: json.id, message: 'こんにちは' });
    await browser.until(isAnswer);
    const closed = once(browser.socket, 'close');
    expect((await call('DELETE', '/api/session', undefined, csrf)).status).toBe(204);
    browser.send({ type: 'message.send', sessionId: json.id, message: 'まだいます' });
    expect((await closed)[0]).toBe(1008);
    const { items } = (await call('GET', `/ai-agent/sessions/${json.id}/messages`)).json;
    expect(items).toHaveLength(2);
  });

  it('also sends events of messages that were sent by HTTP', async () => {
    const { call, url } = await listen();
    const { json } = await call('POST', '/ai-agent/sessions', {});
    const desktop = await connect(url);
    await call('POST', `/ai-agent/sessions/${json.id}/messages`, { message: 'こんにちは' });
    await desktop.until(isAnswer);
    expect(desktop.received.some(({ type }) => type === 'message.delta')).toBe(true);
  });

  it('processes the messages of one session in order of arrival', async () => {
    const { call, url } = await listen();
    const { json } = await call('POST', '/ai-agent/sessions', {});
    const desktop = await connect(url);
    const words = ['一つ目', '二つ目', '三つ目', '四つ目', '五つ目'];
    for (const message of words) desktop.send({ type: 'message.send', sessionId: json.id, message });
    await desktop.until(isAnswer, words.length);
    const { json: page } = await call('GET', `/ai-agent/sessions/${json.id}/messages`);
    const roles = page.items.map(({ role }: Said) => role);
    expect(roles).toEqual(words.flatMap(() => ['user', 'assistant']));
    const asked = page.items.filter(({ role }: Said) => role === 'user');
    expect(asked.map(({ content }: Said) => content)).toEqual(words);
  });

  it('does not give access to the session of another user', async () => {
    const { call, url } = await listen();
    const { json } = await call('POST', '/ai-agent/sessions', {});
    const otherUser = await connect(url, bearer('bob'));
    otherUser.send({ type: 'message.send', sessionId: json.id, message: 'a', requestId: 'r' });
    await otherUser.until(({ type }) => type === 'problem');
    expect(otherUser.received).toMatchObject([{ type: 'problem', requestId: 'r', status: 404 }]);
  });

  it('returns the stored reply for a repeated key and calls the model once', async () => {
    const { call, url, simulator } = await listen();
    const { json } = await call('POST', '/ai-agent/sessions', {});
    const desktop = await connect(url);
    const words = { type: 'message.send', sessionId: json.id, message: 'a', idempotencyKey: 'k' };
    desktop.send(words);
    desktop.send(words);
    desktop.send({ ...words, idempotencyKey: 'other' });
    await desktop.until(isAnswer, 2);
    expect(simulator.journal.filter(({ path }) => path.endsWith('/responses'))).toHaveLength(2);
  });

  it.each([
    ['a client without credentials', {}, 401],
    ['a wrong token', { authorization: 'Bearer wrong-token' }, 401],
    ['a foreign page', { ...bearer('alice'), origin: 'https://evil.example' }, 403],
    ['a page with the origin null', { ...bearer('alice'), origin: 'null' }, 403],
  ])('rejects %s', async (_case, headers, status) => {
    const { url } = await listen();
    expect(await refusal(url, headers)).toBe(status);
  });

  it('accepts its own pages and those of allowed origins', async () => {
    const { url, host } = await listen({ ALLOWED_ORIGINS: 'https://console.example' });
    for (const origin of [`http://${host}`, 'https://console.example']) {
      const { socket } = await connect(url, { ...bearer('alice'), origin });
      expect(socket.readyState).toBe(WebSocket.OPEN);
    }
  });

  it('limits the connections of one user', async () => {
    const { url } = await listen();
    for (let count = 0; count < 20; count += 1) await connect(url);
    expect(await refusal(url, bearer('alice'))).toBe(429);
    expect((await connect(url, bearer('bob'))).socket.readyState).toBe(WebSocket.OPEN);
  });

  it('answers pings, and closes when a client sends too many and reads nothing', async () => {
    const { url } = await listen();
    const { socket } = await connect(url);
    const answered = once(socket, 'pong');
    socket.ping('are you there');
    expect(String((await answered)[0])).toBe('are you there');
    socket.pause();
    const closed = once(socket, 'close');
    for (let sent = 0; sent < 150_000 && socket.readyState === WebSocket.OPEN; sent += 1) {
      socket.send('{');
      if (sent % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    // Lost data is only noticed after reading continues.
    socket.resume();
    expect((await closed)[0]).toBe(1006);
  });

  it('closes on a frame that is too large', async () => {
    const { url } = await listen();
    const { socket } = await connect(url);
    socket.send('x'.repeat(70_000));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
  });

  it('notifies clients of the shutdown, and does not delay it', async () => {
    const { url, live, server } = await listen();
    const { socket } = await connect(url);
    const closed = once(socket, 'close');
    live.close();
    const ended = once(server, 'close');
    server.close();
    expect((await closed)[0]).toBe(1001);
    await ended;
  });

  it.each([
    ['GET /healthz', 'h2c', 'HTTP/1.1 200 OK'],
    ['GET /ai-agent/live', 'h2c', 'HTTP/1.1 426 Upgrade Required'],
    ['GET /api/events', 'websocket', 'HTTP/1.1 200 OK'],
  ])('allows no other upgrade: %s with %s gets an HTTP response', async (what, protocol, status) => {
    const { host, call } = await listen();
    const socket = connectSocket(Number(host.split(':')[1]), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const lines = [
      `${what} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${USERS.alice}`,
      'Connection: Upgrade',
      `Upgrade: ${protocol}`,
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [words] = await once(socket, 'data');
    expect(String(words).split('\r\n')[0]).toBe(status);
    socket.destroy();
    // The event stream is released.
    const streams = async () => (await call('GET', '/api/status')).json.streams;
    for (let tries = 0; (await streams()) > 0 && tries < 100; tries += 1) await wait(20);
    expect(await streams()).toBe(0);
  });

  it('requires a WebSocket upgrade', async () => {
    const { call } = await listen();
    const { status, json } = await call('GET', '/ai-agent/live');
    expect([status, json.code]).toEqual([426, 'UpgradeRequired']);
  });
});
