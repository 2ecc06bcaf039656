import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { definePlugin, serveStdio, type DifyClient, type PluginMessage } from '../src/index.ts';
import type { AnswerCall, DifyCall } from './daemon-session.ts';
import { agentPlugin, agentRequest, llmRequest, textOf } from './sample-plugins.ts';
import { StdioDaemon } from './stdio-daemon.ts';

const chunk = (content: string) => ({
  model: 'm',
  prompt_messages: [],
  delta: {
    index: 0,
    message: { role: 'assistant', content, tool_calls: [] },
    usage: null,
    finish_reason: null,
  },
});
const llmCall = {
  provider: 'a/b/c',
  model: 'm',
  mode: 'chat',
  prompt_messages: [{ role: 'user', content: 'q' }],
};

async function run(
  talk: (dify: DifyClient) => AsyncIterable<PluginMessage>,
  answer: AnswerCall,
  deadlines: { callMs?: number } = {},
) {
  const daemon = new StdioDaemon({ answer });
  const served = serveStdio(
    agentPlugin(({ dify }) => talk(dify), deadlines),
    {
      input: daemon.input,
      output: daemon.fromPlugin,
    },
  );
  const session = daemon.request(agentRequest);
  await session.done;
  daemon.closeInput();
  await served;
  return session;
}

/** Runs an upload to a URL of Dify with the given handler. */
async function upload(answer: RequestListener) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const session = await run(
    async function* (dify) {
      const file = { filename: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from('inside') };
      yield { type: 'json', json: await dify.uploadFile(file) };
    },
    () => [{ url: `http://127.0.0.1:${port}/upload` }],
  );
  server.close();
  server.closeAllConnections();
  return session;
}

describe('a call to Dify', () => {
  it('streams the response of a model', async () => {
    const calls: DifyCall[] = [];
    const session = await run(
      async function* (dify) {
        for await (const { delta } of dify.invokeLlm(llmCall)) {
          yield { type: 'text', text: String(delta.message.content) };
        }
      },
      function* (call) {
        calls.push(call);
        yield chunk('four');
        yield chunk(' two');
      },
    );
    expect(textOf(session.items)).toBe('four two');
    expect(calls).toMatchObject([
      {
        type: 'llm',
        request: { ...llmCall, model_type: 'llm', stream: true, completion_params: {}, stop: [] },
      },
    ]);
  });

  it('requests structured output when a schema is given', async () => {
    const types: string[] = [];
    await run(
      async function* (dify) {
        for await (const _chunk of dify.invokeLlm({
          ...llmCall,
          structured_output_schema: { type: 'object' },
        }));
      },
      ({ type }) => {
        types.push(type);
        return [];
      },
    );
    expect(types).toEqual(['llm_structured_output']);
  });

  it('streams the messages of a tool', async () => {
    const session = await run(
      async function* (dify) {
        const call = { tool_type: 'builtin', provider: 'a/b/c', tool: 'time', tool_parameters: {} } as const;
        for await (const message of dify.invokeTool(call)) yield { type: 'forward', message };
      },
      () => [{ type: 'image_link', message: { text: '/files/tools/1.png' }, meta: { tool_file_id: '1' } }],
    );
    expect(session.items).toEqual([
      { type: 'image_link', message: { text: '/files/tools/1.png' }, meta: { tool_file_id: '1' } },
    ]);
  });

  it('reads and writes the storage', async () => {
    const kept = new Map<string, string>();
    const session = await run(
      async function* (dify) {
        await dify.storage.set('k', Buffer.from('値'));
        const before = await dify.storage.has('k');
        const value = Buffer.from(await dify.storage.get('k')).toString('utf8');
        await dify.storage.delete('k');
        yield { type: 'json', json: { before, value, after: await dify.storage.has('k') } };
      },
      ({ request: { opt, key, value } }) => {
        if (opt === 'set') kept.set(key, value);
        if (opt === 'del') kept.delete(key);
        if (opt === 'get') return [{ data: kept.get(key) }];
        return [{ data: opt === 'exist' ? kept.has(key) : 'ok' }];
      },
    );
    expect(session.items[0]?.message.json_object).toEqual({ before: true, value: '値', after: false });
  });

  it('uploads a file to the URL that Dify issues', async () => {
    const bodies: string[] = [];
    const session = await upload(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      bodies.push(Buffer.concat(parts).toString('utf8'));
      response.end(JSON.stringify({ id: 'file-1', name: 'a.txt' }));
    });
    expect(session.items[0]?.message.json_object).toEqual({ id: 'file-1', name: 'a.txt' });
    expect(bodies[0]).toMatch(/filename="a\.txt"[\s\S]*inside/);
  });

  it.each<[string, RequestListener, string]>([
    ['closes the connection', (request) => void request.socket.destroy(), 'InvokeConnectionError'],
    [
      'responds with plain text',
      (_request, response) => void response.end('ok'),
      'InvokeServerUnavailableError',
    ],
    [
      'rejects the file',
      (_request, response) => void response.writeHead(413).end(),
      'InvokeServerUnavailableError',
    ],
  ])('throws a clear error when the upload URL %s', async (_case, answer, type) => {
    expect(await upload(answer)).toMatchObject({ items: [], errors: [{ error_type: type }] });
  });

  it('can run concurrently; every response is matched to its call', async () => {
    const session = await run(
      async function* (dify) {
        const ask = async (n: number) => {
          let text = '';
          for await (const { delta } of dify.invokeLlm({ ...llmCall, model: `m${n}` })) {
            text += String(delta.message.content);
          }
          return text === `m${n}.m${n}`;
        };
        const right = await Promise.all(Array.from({ length: 50 }, (_none, n) => ask(n)));
        yield { type: 'json', json: { right: right.filter(Boolean).length } };
      },
      async function* ({ request }) {
        yield chunk(request.model);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
        yield chunk(`.${request.model}`);
      },
    );
    expect(session.items[0]?.message.json_object).toEqual({ right: 50 });
  });

  it.each<[string, AnswerCall, string]>([
    [
      'Dify rejects it',
      () => {
        throw new Error('permission denied');
      },
      'permission denied',
    ],
    ['Dify responds in an unknown formatat', () => [{ nonsense: true }], 'unknown form'],
    [
      'Dify never responds',
      async function* () {
        await new Promise(() => {});
      },
      'within 0 s',
    ],
  ])('throws a clear error when %s', async (_case, answer, text) => {
    const session = await run(
      async function* (dify) {
        for await (const _chunk of dify.invokeLlm(llmCall)) yield { type: 'text', text: 'x' };
      },
      answer,
      { callMs: 50 },
    );
    expect(session.errors).toMatchObject([
      { error_type: 'InvokeServerUnavailableError', message: expect.stringContaining(text) },
    ]);
    expect(session.ends).toBe(1);
  });

  it('is rejected in a model plugin, because Dify would reject it', async () => {
    const daemon = new StdioDaemon({ answer: () => [chunk('x')] });
    const plugin = definePlugin({
      models: {
        echo: {
          validateCredentials: async () => {},
          llm: {
            async *invoke(_request, { dify }) {
              for await (const { model } of dify.invokeLlm(llmCall)) yield { model, text: 'never' };
            },
          },
        },
      },
    });
    const served = serveStdio(plugin, { input: daemon.input, output: daemon.fromPlugin });
    const session = daemon.request(llmRequest);
    daemon.closeInput();
    await served;
    expect(session.items).toEqual([]);
    expect(session.errors[0]?.message).toContain('Model plugins cannot call Dify');
  });
});
