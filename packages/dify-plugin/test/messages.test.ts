import { describe, expect, it, vi } from 'vitest';
import { serveStdio, type PluginMessage } from '../src/index.ts';
import { agentPlugin, agentRequest, textOf } from './sample-plugins.ts';
import type { StreamItem } from './daemon-session.ts';
import { StdioDaemon } from './stdio-daemon.ts';

async function say(messages: Iterable<PluginMessage>, options: object = {}) {
  const daemon = new StdioDaemon();
  const plugin = agentPlugin(async function* () {
    yield* messages;
  });
  const served = serveStdio(plugin, { input: daemon.input, output: daemon.fromPlugin, ...options });
  const session = daemon.request(agentRequest);
  daemon.closeInput();
  await served;
  return session;
}

/** Simulates the daemon's queue for agents: 128 entries, written without waiting, drained at a constant rate. */
function countLost(arrivals: readonly number[], drainedPerMs: number): number {
  let waiting = 0;
  let lost = 0;
  let before = arrivals[0] ?? 0;
  for (const now of arrivals) {
    waiting = Math.max(0, waiting - (now - before) * drainedPerMs);
    before = now;
    if (waiting >= 128) lost += 1;
    else waiting += 1;
  }
  return lost;
}

/** Joins chunks like the daemon, which ignores the bytes of the last chunk. */
function joinChunks(items: readonly StreamItem[]): Buffer {
  return Buffer.concat(
    items.filter(({ message }) => !message.end).map(({ message }) => Buffer.from(message.blob, 'base64')),
  );
}

describe('messages', () => {
  it.each<[PluginMessage, object]>([
    [
      { type: 'text', text: 'hi' },
      { type: 'text', message: { text: 'hi' }, meta: null },
    ],
    [
      { type: 'json', json: { a: 1 } },
      { type: 'json', message: { json_object: { a: 1 } }, meta: null },
    ],
    [
      { type: 'log', id: 'l1', label: 'ROUND 1', status: 'start' },
      {
        type: 'log',
        message: {
          id: 'l1',
          label: 'ROUND 1',
          parent_id: null,
          error: null,
          status: 'start',
          data: {},
          metadata: {},
        },
        meta: null,
      },
    ],
    [
      { type: 'image', url: 'https://example.com/a.png' },
      { type: 'image', message: { text: 'https://example.com/a.png' }, meta: null },
    ],
    [
      { type: 'image_link', url: '/files/tools/f1.png', toolFileId: 'f1' },
      { type: 'image_link', message: { text: '/files/tools/f1.png' }, meta: { tool_file_id: 'f1' } },
    ],
    [
      { type: 'link', url: 'https://example.com' },
      { type: 'link', message: { text: 'https://example.com' }, meta: null },
    ],
    [
      { type: 'variable', name: 'plan', value: [1] },
      {
        type: 'variable',
        message: { variable_name: 'plan', variable_value: [1], stream: false },
        meta: null,
      },
    ],
    [
      { type: 'retriever_resources', resources: [{ position: 1 }] },
      {
        type: 'retriever_resources',
        message: { retriever_resources: [{ position: 1 }], context: '' },
        meta: null,
      },
    ],
    [
      { type: 'forward', message: { type: 'file', message: {}, meta: { file: 1 } } },
      { type: 'file', message: {}, meta: { file: 1 } },
    ],
  ])('%j', async (message, wire) => {
    expect((await say([message])).items).toEqual([wire]);
  });

  it.each([0, 1, 8191, 8192, 8193, 100_000])(
    'sends a file of %i bytes in chunks that the daemon can join',
    async (size) => {
      const bytes = Uint8Array.from({ length: size }, (_none, index) => index % 251);
      const { items } = await say([{ type: 'blob', bytes, mimeType: 'image/png', filename: 'a.png' }]);
      expect(joinChunks(items)).toEqual(Buffer.from(bytes));
      expect(items.map(({ message }) => message.sequence)).toEqual(items.map((_item, index) => index));
      expect(items.map(({ message }) => message.end)).toEqual(
        items.map((_item, index) => index === items.length - 1),
      );
      expect(items.at(-1)).toMatchObject({
        type: 'blob_chunk',
        message: { blob: '', total_length: size },
        meta: { mime_type: 'image/png', filename: 'a.png' },
      });
      expect(new Set(items.map(({ message }) => message.id)).size).toBe(1);
      for (const { message } of items)
        expect(Buffer.from(message.blob, 'base64').length).toBeLessThanOrEqual(8192);
    },
  );

  it.each<[string, PluginMessage]>([
    ['a file above 15 MiB', { type: 'blob', bytes: new Uint8Array(15 * 1024 * 1024 + 1), mimeType: 'a/b' }],
    ['a variable name that Dify reserves', { type: 'variable', name: 'text', value: 1 }],
  ])('rejects %s', async (_case, message) => {
    const session = await say([message]);
    expect(session.items).toEqual([]);
    expect(session.errors).toMatchObject([{ error_type: 'PluginInternalError' }]);
    expect(session.ends).toBe(1);
  });

  it('splits a text that is too long for a line, never inside a character', async () => {
    const text = '😀'.repeat(1_000_000);
    const { items } = await say([{ type: 'text', text }]);
    expect(items.length).toBeGreaterThan(1);
    expect(textOf(items)).toBe(text);
    expect(items.every(({ message }) => !message.text.includes('\u{FFFD}'))).toBe(true);
  });
});

describe('a burst', () => {
  it('of tokens is merged to few messages without loss', async () => {
    const tokens = Array.from({ length: 20_000 }, (_none, index) => `t${index} `);
    const session = await say(tokens.map((text) => ({ type: 'text', text })));
    expect(textOf(session.items)).toBe(tokens.join(''));
    // Tokens are merged for a time, so a busy machine needs more messages.
    expect(session.items.length).toBeLessThan(tokens.length / 100);
  });

  it('of logs is delayed, so that a queue of 128 loses none', async () => {
    const logs = Array.from(
      { length: 400 },
      (_none, n) => ({ type: 'log', id: `${n}`, label: 'x', status: 'start' }) as const,
    );
    const session = await say(logs);
    expect(session.items.map(({ message }) => message.id)).toEqual(logs.map(({ id }) => id));
    expect(countLost(session.arrivals, 1.5)).toBe(0);
    expect(
      countLost(
        session.arrivals.map(() => 0),
        1.5,
      ),
    ).toBe(400 - 128);
  });

  it('keeps the order of texts, logs and streamed variables', async () => {
    const messages: PluginMessage[] = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'variable', name: 'v', value: '1', stream: true },
      { type: 'variable', name: 'v', value: '2', stream: true },
      { type: 'variable', name: 'w', value: '3', stream: true },
      { type: 'json', json: {} },
      { type: 'text', text: 'c' },
    ];
    const { items } = await say(messages, { coalesceMs: 1000 });
    expect(items.map(({ type, message }) => [type, message.text ?? message.variable_value])).toEqual([
      ['text', 'a'],
      ['text', 'b'],
      ['variable', '12'],
      ['variable', '3'],
      ['json', undefined],
      ['text', 'c'],
    ]);
  });

  it('is sent within the window even if nothing follows', async () => {
    const daemon = new StdioDaemon();
    const plugin = agentPlugin(async function* ({ signal }) {
      yield { type: 'text', text: 'a' };
      yield { type: 'text', text: 'b' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    const served = serveStdio(plugin, { input: daemon.input, output: daemon.fromPlugin, coalesceMs: 10 });
    const session = daemon.request(agentRequest);
    await vi.waitFor(() => expect(textOf(session.items)).toBe('ab'));
    daemon.breakPipe();
    await served;
  });
});
