import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService, USERS } from './start-service.ts';

/** Starts a service with a real socket whose model begins and ends its responses when the test allows it. */
async function startSlowly() {
  const begin = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const service = startService(
    {},
    {
      responder: {
        generateResponse: async (_messages, options) => {
          asked.resolve();
          await begin.promise;
          options?.onText?.('答え');
          await end.promise;
          for (let word = 0; word < 50; word += 1) options?.onText?.('です');
          return { ok: true, content: '答えです。', usage: { totalTokens: 3 }, model: 'm', retryCount: 0 };
        },
      },
    },
  );
  const { json } = await service.call('POST', '/ai-agent/sessions', {});
  const path = `/ai-agent/sessions/${json.id}/messages`;
  const listening = Promise.withResolvers<number>();
  const server = serve({ fetch: service.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
    listening.resolve(port),
  );
  onTestFinished(() => void server.close());
  const port = await listening.promise;
  const ask = () => {
    const socket = connect(port, '127.0.0.1');
    const body = JSON.stringify({ message: 'a' });
    const lines = [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${USERS.alice}`,
      'Accept: text/event-stream',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    return socket;
  };
  const stored = async () => (await service.call('GET', path)).json.items.length;
  return { ask, asked: asked.promise, begin, end, stored };
}

const READERS = 8;

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

/** Polls a condition until it is met or the time is over. */
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !(await condition()); tries += 1) await wait(10);
}

describe('a client that disconnects', () => {
  it.each(['before the first text', 'between two words'])(
    '%s leaves only the stored response',
    async (when) => {
      const { ask, asked, begin, end, stored } = await startSlowly();
      const before = timers();
      const sockets = Array.from({ length: READERS }, ask);
      await asked;
      if (when === 'between two words') {
        begin.resolve();
        await once(sockets[0] ?? ask(), 'data');
      }
      for (const socket of sockets) socket.destroy();
      // The server needs time to notice the disconnection.
      await wait(100);
      begin.resolve();
      end.resolve();
      await until(async () => (await stored()) === 2 * READERS);
      expect(await stored()).toBe(2 * READERS);
      await until(() => timers() < before + READERS / 2);
      expect(timers()).toBeLessThan(before + READERS / 2);
    },
  );
});
