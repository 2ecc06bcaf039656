import { PassThrough, Writable } from 'node:stream';
import { setImmediate as settle } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { StdioTransport } from './stdio-transport.ts';

const ping = (id: number, text = ''): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  method: 'ping',
  params: { text },
});

async function open(options: { output?: Writable; maxLineLength?: number } = {}) {
  const input = new PassThrough();
  const output = options.output ?? new PassThrough();
  const transport = new StdioTransport(input, output, options.maxLineLength);
  const messages: unknown[] = [];
  const errors: string[] = [];
  const closed = { times: 0 };
  Object.assign(transport, {
    onmessage: (message: JSONRPCMessage) => void messages.push(message),
    onerror: ({ message }: Error) => void errors.push(message),
    onclose: () => void (closed.times += 1),
  });
  await transport.start();
  return { input, transport, messages, errors, closed };
}

describe('StdioTransport', () => {
  it('reads messages from arbitrary chunks', async () => {
    const sent = [ping(1), ping(2, '関所 👨‍👩‍👧'), ping(3, 'x'.repeat(500))];
    const bytes = Buffer.from(sent.map((message) => JSON.stringify(message)).join('\r\n') + '\n');
    for (const size of [1, 2, 3, 7, 100, bytes.length]) {
      const { input, messages, errors } = await open();
      for (let at = 0; at < bytes.length; at += size) input.write(bytes.subarray(at, at + size));
      await settle();
      expect(messages).toEqual(sent);
      expect(errors).toEqual([]);
    }
  });

  it('reads a stream that begins with a byte order mark', async () => {
    const { input, messages, errors } = await open();
    input.write(`\uFEFF${JSON.stringify(ping(1))}\n${JSON.stringify(ping(2))}\n`);
    await settle();
    expect(messages).toEqual([ping(1), ping(2)]);
    expect(errors).toEqual([]);
  });

  it.each(['hello', '', '{"jsonrpc":'])('ignores a line that is not JSON: %j', async (line) => {
    const { input, messages, errors } = await open();
    input.write(`${line}\n${JSON.stringify(ping(1))}\n`);
    await settle();
    expect(messages).toEqual([ping(1)]);
    expect(errors).toEqual([]);
  });

  it.each(['5', 'null', '[]', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'])(
    'reports %s and continues',
    async (line) => {
      const { input, messages, errors } = await open();
      input.write(`${line}\n${JSON.stringify(ping(1))}\n`);
      await settle();
      expect(messages).toEqual([ping(1)]);
      expect(errors).toEqual(['A line is JSON but not a JSON-RPC message.']);
    },
  );

  it('closes a connection whose line exceeds the limit', async () => {
    const { input, errors, closed } = await open({ maxLineLength: 100 });
    for (let times = 0; times < 20; times += 1) input.write('x'.repeat(10));
    await settle();
    expect(errors).toEqual(['A message is longer than 100 characters.']);
    expect(closed.times).toBe(1);
  });

  it('writes one line for each message', async () => {
    const output = new PassThrough();
    const { transport } = await open({ output });
    await transport.send(ping(1, 'two\nlines'));
    expect(String(output.read())).toBe(`${JSON.stringify(ping(1, 'two\nlines'))}\n`);
  });

  it('rejects messages after it was closed, and closes once', async () => {
    const { input, transport, closed } = await open();
    input.end();
    await settle();
    await transport.close();
    expect(closed.times).toBe(1);
    await expect(transport.send(ping(1))).rejects.toThrow('closed');
  });

  it('closes when the output fails, and survives later writes', async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const { transport, errors, closed } = await open({ output });
    await expect(transport.send(ping(1))).rejects.toThrow('EPIPE');
    await settle();
    expect(errors).toEqual(['EPIPE']);
    expect(closed.times).toBe(1);
    expect(() => output.emit('error', new Error('EPIPE'))).not.toThrow();
  });

  it('detects an input that ended before the start', async () => {
    const input = new PassThrough();
    input.destroy();
    const transport = new StdioTransport(input, new PassThrough());
    let isClosed = false;
    Object.assign(transport, { onclose: () => void (isClosed = true) });
    await transport.start();
    await settle();
    await settle();
    expect(isClosed).toBe(true);
  });
});
