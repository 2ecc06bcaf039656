import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../errors/service-error.ts';
import { LiveConnection, type LiveConnectionOptions } from './live-connection.ts';
import { type LiveEvent, LiveHub } from './live-hub.ts';

class FakeSocket {
  bufferedAmount = 0;
  readonly sent: { type: string; [field: string]: unknown }[] = [];
  pings = 0;
  readonly pongs: string[] = [];
  ended = '';
  readonly #listeners = new Map<string, (data: Buffer) => void>();

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  ping() {
    this.pings += 1;
  }
  pong(data: Buffer) {
    this.pongs.push(data.toString());
  }
  emit(event: 'ping' | 'pong', words = '') {
    this.#listeners.get(event)?.(Buffer.from(words));
  }
  close(code: number) {
    this.ended += `close ${code} `;
  }
  terminate() {
    this.ended += 'terminate';
  }
  on(event: 'ping' | 'pong', listener: (data: Buffer) => void) {
    this.#listeners.set(event, listener);
  }
}

function connect(
  execute: LiveConnectionOptions['useCase']['execute'] = async () => Promise.reject(),
  findUser: () => Promise<string | undefined> = async () => 'alice',
) {
  const hub = new LiveHub();
  const socket = new FakeSocket();
  const errors: unknown[] = [];
  const options = { hub, useCase: { execute }, onError: (error: unknown) => void errors.push(error) };
  const connection = new LiveConnection(
    socket,
    { userId: 'alice', findUser },
    { ...options, heartbeatMs: 1000 },
  );
  return { hub, socket, connection, errors };
}

const delta: LiveEvent = { type: 'message.delta', sessionId: 's', requestId: 'r', text: 'a' };
const message = {
  id: 'm',
  sessionId: 's',
  role: 'user' as const,
  content: 'a',
  warnings: [],
  feedback: null,
  createdAt: '2026-11-17T05:00:00.000Z',
};
const created: LiveEvent = { type: 'message.created', sessionId: 's', requestId: 'r', message };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('LiveConnection', () => {
  it('sends events to its own user only', () => {
    const { hub, socket } = connect();
    hub.publish('alice', created);
    hub.publish('bob', created);
    expect(socket.sent).toEqual([created]);
  });

  it('drops text deltas for a slow client, never messages', () => {
    const { hub, socket } = connect();
    socket.bufferedAmount = 300_000;
    hub.publish('alice', delta);
    hub.publish('alice', created);
    expect(socket.sent).toEqual([created]);
  });

  it('closes when the client does not read', () => {
    const { hub, socket } = connect();
    socket.bufferedAmount = 5_000_000;
    hub.publish('alice', created);
    expect([socket.ended, socket.sent, hub.count('alice')]).toEqual(['close 1013 terminate', [], 0]);
  });

  it('stays open while the client answers pings, and closes when it does not', () => {
    const { hub, socket } = connect();
    for (let heartbeat = 0; heartbeat < 5; heartbeat += 1) {
      vi.advanceTimersByTime(1000);
      socket.emit('pong');
    }
    expect([socket.pings, socket.ended]).toEqual([5, '']);
    vi.advanceTimersByTime(2000);
    expect([socket.ended, hub.count('alice')]).toEqual(['terminate', 0]);
  });

  it.each([
    ['invalid JSON', 'hello'],
    ['bytes', new ArrayBuffer(4)],
    ['a list', '[]'],
    ['another type', '{"type":"message.delete","sessionId":"s","message":"a"}'],
    ['no message', '{"type":"message.send","sessionId":"s"}'],
    ['an empty message', '{"type":"message.send","sessionId":"s","message":" "}'],
    ['an unknown field', '{"type":"message.send","sessionId":"s","message":"a","userId":"bob"}'],
  ])('rejects %s without repeating it', async (_case, frame) => {
    const { socket, connection } = connect();
    await connection.receive(frame);
    expect(socket.sent).toMatchObject([{ type: 'problem', status: 400, code: 'InvalidRequest' }]);
    expect(JSON.stringify(socket.sent)).not.toContain('hello');
  });

  it('closes when the client sends invalid frames and does not read the problems', async () => {
    const { hub, socket, connection } = connect();
    socket.bufferedAmount = 5 * 1024 * 1024;
    await connection.receive('hello');
    expect([socket.ended, socket.sent, hub.count('alice')]).toEqual(['close 1013 terminate', [], 0]);
  });

  it('answers a ping, unless earlier pongs are still unread', () => {
    const { socket } = connect();
    socket.emit('ping', 'first');
    socket.bufferedAmount = 20_000;
    socket.emit('ping', 'second');
    expect([socket.pongs, socket.ended]).toEqual([['first'], '']);
  });

  it('includes the id of the rejected request, and logs only unexpected errors', async () => {
    const thrown = [new ServiceError('NotFound', 'There is no such session.'), new Error('secret')];
    const { socket, connection, errors } = connect(async () => Promise.reject(thrown.shift()));
    const frame = JSON.stringify({ type: 'message.send', sessionId: 's', message: 'a', requestId: 'r1' });
    await connection.receive(frame);
    await connection.receive(frame);
    expect(socket.sent).toMatchObject([
      { type: 'problem', requestId: 'r1', status: 404, code: 'NotFound' },
      { type: 'problem', requestId: 'r1', status: 500, code: 'Internal' },
    ]);
    expect(JSON.stringify(socket.sent)).not.toContain('secret');
    expect(errors).toHaveLength(1);
  });

  it('limits the number of concurrent messages', async () => {
    const gate = Promise.withResolvers<never>();
    const { socket, connection } = connect(async () => gate.promise);
    const frame = JSON.stringify({ type: 'message.send', sessionId: 's', message: 'a' });
    const running = Array.from({ length: 16 }, () => connection.receive(frame));
    await connection.receive(frame);
    expect(socket.sent).toMatchObject([{ type: 'problem', status: 429, code: 'SessionBusy' }]);
    gate.reject(new ServiceError('NotFound', 'There is no such session.'));
    await Promise.all(running);
  });

  const frame = JSON.stringify({ type: 'message.send', sessionId: 's', message: 'a' });

  it.each([
    ['unknown', async () => undefined],
    ['another user', async () => 'bob'],
  ])('closes without accepting the message when the user has become %s', async (_case, findUser) => {
    const asked: string[] = [];
    const { socket, connection, hub } = connect(async () => {
      asked.push('asked');
      return Promise.reject();
    }, findUser);
    await connection.receive(frame);
    hub.publish('alice', created);
    expect([asked, socket.sent, socket.ended]).toEqual([[], [], 'close 1008 ']);
  });

  it('accepts messages in order, however long each authentication takes', async () => {
    const asked: string[] = [];
    const pauses = [30, 10, 20, 0];
    const { connection } = connect(
      async ({ message: text }) => {
        asked.push(text);
        return Promise.reject();
      },
      async () => {
        await new Promise((resolve) => setTimeout(resolve, pauses.shift()));
        return 'alice';
      },
    );
    const words = ['a', 'b', 'c', 'd'];
    const receiving = words.map((text) =>
      connection.receive(JSON.stringify({ type: 'message.send', sessionId: 's', message: text })),
    );
    await vi.advanceTimersByTimeAsync(100);
    await Promise.all(receiving);
    expect(asked).toEqual(words);
  });

  it('closes at the next heartbeat when its user has lost access, but not when authentication fails temporarily', async () => {
    const answers = [
      async () => Promise.reject(new Error('away')),
      async () => 'alice',
      async () => undefined,
    ];
    const { socket } = connect(undefined, async () => answers.shift()?.());
    for (const ended of ['', '', 'close 1008 ']) {
      socket.emit('pong');
      await vi.advanceTimersByTimeAsync(1000);
      expect(socket.ended).toBe(ended);
    }
  });

  it('rejects a message while the user cannot be authenticated', async () => {
    const unavailable = new ServiceError('StoreUnavailable', 'Retry later.');
    const { socket, connection } = connect(undefined, async () => Promise.reject(unavailable));
    await connection.receive(frame);
    expect(socket.sent).toMatchObject([{ type: 'problem', code: 'StoreUnavailable' }]);
    expect(socket.ended).toBe('');
  });
});
