import { describe, expect, it, vi } from 'vitest';
import { definePlugin, PluginError, serveStdio, type PluginMessage } from '../src/index.ts';
import {
  agentPlugin,
  agentRequest,
  answerOf,
  echoPlugin,
  llmRequest,
  textOf,
  usage,
} from './sample-plugins.ts';
import { toRequestLine } from './daemon-session.ts';
import { StdioDaemon } from './stdio-daemon.ts';

function start(plugin = echoPlugin, daemon = new StdioDaemon(), options: object = {}) {
  const served = serveStdio(plugin, {
    input: daemon.input,
    output: daemon.fromPlugin,
    coalesceMs: 20,
    ...options,
  });
  return { daemon, served, recorder: daemon.recorder };
}

async function ask(plugin: ReturnType<typeof definePlugin>, data: object, options: object = {}) {
  const { daemon, served, recorder } = start(plugin, new StdioDaemon(), options);
  const session = daemon.request(data);
  daemon.closeInput();
  await served;
  return { session, recorder };
}

describe('a plugin over stdio', () => {
  it('sends a heartbeat immediately and then periodically', async () => {
    const { daemon, served, recorder } = start(echoPlugin, new StdioDaemon(), { heartbeatMs: 10 });
    await vi.waitFor(() => expect(recorder.heartbeats.length).toBeGreaterThan(2));
    daemon.closeInput();
    await served;
    expect(JSON.parse(recorder.lines[0] ?? '')).toEqual({ event: 'heartbeat', session_id: null, data: {} });
  });

  it('streams a response in the format of Dify and ends it once', async () => {
    const { session } = await ask(echoPlugin, llmRequest);
    expect(answerOf(session.items)).toBe('hello');
    expect(session.items.at(-1)).toMatchObject({
      model: 'echo-1',
      prompt_messages: [],
      delta: { message: { role: 'assistant', tool_calls: [] }, usage, finish_reason: 'stop' },
    });
    expect(session).toMatchObject({ ends: 1, errors: [], late: [] });
  });

  it.each([
    ['succeeds', llmRequest],
    ['is rejected', { ...llmRequest, provider: 'unknown' }],
    ['is malformed', { ...llmRequest, prompt_messages: 'none' }],
  ])('reports work only during a request that %s', async (_case, data) => {
    const heard: string[] = [];
    const beginWork = () => {
      heard.push('begin');
      return () => void heard.push('end');
    };
    const { session } = await ask(echoPlugin, data, { beginWork });
    expect(session.ends).toBe(1);
    expect(heard).toEqual(['begin', 'end']);
  });

  it('responds to a request whose credentials are nested deeper than the stack', async () => {
    const { daemon, served, recorder } = start();
    const session = recorder.open('deep');
    const nested = `${'['.repeat(9000)}"topsecret1"${']'.repeat(9000)}`;
    daemon.send(
      toRequestLine('deep', { ...llmRequest, credentials: { key: 0 } }).replace('"key":0', `"key":${nested}`),
    );
    daemon.closeInput();
    await served;
    expect(answerOf(session.items)).toBe('hello');
    expect(session).toMatchObject({ ends: 1, errors: [] });
  });

  it('serves a request with only the required fields', async () => {
    const { session } = await ask(echoPlugin, {
      type: 'model',
      action: 'invoke_llm',
      provider: 'echo',
      model_type: 'llm',
      model: 'echo-1',
      prompt_messages: [{ role: 'user', content: 'short' }],
    });
    expect(answerOf(session.items)).toBe('short');
    expect(session.errors).toEqual([]);
  });

  it('responds to a request after its input was closed', async () => {
    const plugin = agentPlugin(async function* () {
      await new Promise((resolve) => setTimeout(resolve, 30));
      yield { type: 'text', text: 'late but whole' };
    });
    const { session } = await ask(plugin, agentRequest);
    expect(textOf(session.items)).toBe('late but whole');
    expect(session.ends).toBe(1);
  });

  it('reads a request of 20 MB', async () => {
    const text = 'あ'.repeat(7_000_000);
    const { session } = await ask(echoPlugin, {
      ...llmRequest,
      prompt_messages: [{ role: 'user', content: text }],
    });
    expect(answerOf(session.items)).toHaveLength(text.length);
    expect(session).toMatchObject({ ends: 1, errors: [] });
  });

  it('rejects input above its limit and continues', async () => {
    const { daemon, served, recorder } = start(echoPlugin, new StdioDaemon(), { maxRequestBytes: 10_000 });
    daemon.send(`{"session_id":"x","event":"request","data":{"pad":"${'x'.repeat(20_000)}"}}\n`);
    const session = daemon.request(llmRequest);
    daemon.closeInput();
    await served;
    expect(answerOf(session.items)).toBe('hello');
    expect(recorder.logs[0]).toMatchObject({ level: 'ERROR', message: expect.stringContaining('too large') });
  });

  it.each([
    ['prose', 'hello plugin'],
    ['a number', '42'],
    ['a truncated object', '{"session_id":"x","event":"requ'],
    ['an unknown event', '{"session_id":"x","event":"unknown","data":{}}'],
    ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    [
      'a response without a waiting call',
      '{"session_id":"x","event":"backwards_response","data":{"backwards_request_id":"1","event":"end","data":null}}',
    ],
    ['nothing', ''],
  ])('continues after %s', async (_case, input) => {
    const { daemon, served } = start();
    daemon.send(input);
    daemon.send('\n');
    const session = daemon.request(llmRequest);
    daemon.closeInput();
    await served;
    expect(answerOf(session.items)).toBe('hello');
  });

  it('never logs the text of a malformed line, because it may contain a key', async () => {
    const { daemon, served, recorder } = start();
    daemon.send('{"credentials":"topsecret-key-1"\n');
    daemon.closeInput();
    await served;
    expect(recorder.logs).toHaveLength(1);
    expect(recorder.lines.join('')).not.toContain('topsecret');
  });

  it('serves 200 concurrent requests without mixing their responses', async () => {
    const { daemon, served } = start();
    const sessions = Array.from({ length: 200 }, (_none, index) =>
      daemon.request({
        ...llmRequest,
        prompt_messages: [{ role: 'user', content: `word `.repeat(20) + index }],
      }),
    );
    daemon.closeInput();
    await served;
    sessions.forEach((session, index) => {
      expect(answerOf(session.items)).toBe('word '.repeat(20) + index);
      expect(session).toMatchObject({ ends: 1, errors: [], late: [] });
    });
  });

  it('stops reading ahead when the daemon reads slowly, and loses nothing', async () => {
    let produced = 0;
    const plugin = definePlugin({
      models: {
        echo: {
          validateCredentials: async () => {},
          llm: {
            async *invoke({ model }) {
              for (; produced < 200; produced += 1) yield { model, text: `${produced},`.padEnd(2000) };
            },
          },
        },
      },
    });
    const daemon = new StdioDaemon({ readDelayMs: 2, highWaterMark: 4096 });
    const { served } = start(plugin, daemon, { coalesceMs: 0 });
    const session = daemon.request(llmRequest);
    await vi.waitFor(() => expect(session.items.length).toBeGreaterThan(2));
    expect(produced).toBeLessThan(100);
    daemon.closeInput();
    await served;
    const numbers = answerOf(session.items).split(',').map(Number);
    expect(numbers.slice(0, 200)).toEqual(Array.from({ length: 200 }, (_none, n) => n));
  });

  it('aborts every request when the reader of its output disconnects', async () => {
    let signal: AbortSignal | undefined;
    const plugin = agentPlugin(async function* (tools) {
      signal = tools.signal;
      yield { type: 'text', text: 'one' };
      await new Promise(() => {});
    });
    const { daemon, served } = start(plugin);
    daemon.request(agentRequest);
    await vi.waitFor(() => expect(signal).toBeDefined());
    daemon.breakPipe();
    await served;
    expect(signal?.aborted).toBe(true);
  });

  it('responds to a malformed request, because the daemon waits for it', async () => {
    const { daemon, served, recorder } = start();
    const session = recorder.open('broken');
    daemon.send('{"session_id":"broken","event":"request","data":{"type":7}}\n');
    daemon.closeInput();
    await served;
    expect(session).toMatchObject({ ends: 1, errors: [{ error_type: 'InvokeBadRequestError' }], items: [] });
  });

  it('ignores a repeated request', async () => {
    const { daemon, served } = start();
    const session = daemon.request(llmRequest);
    const twin = `{"session_id":"${session.id}","event":"request","data":${JSON.stringify(llmRequest)}}\n`;
    daemon.send(twin);
    daemon.closeInput();
    await served;
    expect(session).toMatchObject({ ends: 1, late: [] });
    expect(answerOf(session.items)).toBe('hello');
  });
});

describe('failures', () => {
  const failing = (error: unknown) =>
    agentPlugin(async function* (): AsyncGenerator<PluginMessage> {
      yield { type: 'text', text: 'be' };
      yield { type: 'text', text: 'fore' };
      throw error;
    });

  it.each([
    'InvokeRateLimitError',
    'InvokeAuthorizationError',
    'InvokeBadRequestError',
    'InvokeConnectionError',
    'InvokeServerUnavailableError',
  ] as const)('are sent to Dify as %s, after the output and before the end', async (type) => {
    const { session } = await ask(failing(new PluginError(type, 'Try\nlater.')), agentRequest);
    expect(textOf(session.items)).toBe('before');
    expect(session.errors).toEqual([
      { error_type: type, message: 'Try later.', args: { description: 'Try later.' } },
    ]);
    expect(session).toMatchObject({ ends: 1, late: [] });
  });

  it.each([
    ['an error', new TypeError('boom at https://user:pass-word@host/ with sk-abcdefghijkl')],
    ['a string', 'sk-abcdefghijkl'],
    ['nothing', undefined],
    ['an object', { key: 'sk-abcdefghijkl' }],
  ])('of an unknown kind (%s) send neither text nor stack trace nor key to Dify', async (_case, thrown) => {
    const { session, recorder } = await ask(failing(thrown), agentRequest);
    expect(session.errors[0]).toMatchObject({ error_type: 'PluginInternalError' });
    const everything = recorder.lines.join('\n');
    expect(everything).not.toMatch(/sk-abcdef|pass-word|\.ts:\d+|\bat .*\(/);
    expect(session.ends).toBe(1);
  });

  it('of credential checks never contain the credentials', async () => {
    const credentials = { api_key: 'topsecret-key-1', base_url: 'https://example.com' };
    const { session, recorder } = await ask(echoPlugin, {
      type: 'model',
      action: 'validate_provider_credentials',
      provider: 'echo',
      credentials,
    });
    expect(session.errors).toMatchObject([
      { error_type: 'CredentialsValidateFailedError', message: 'The key *** is wrong.' },
    ]);
    expect(recorder.lines.join('')).not.toContain('topsecret');
  });

  it('end a handler that never returns at its deadline', async () => {
    const plugin = agentPlugin(
      async function* () {
        yield { type: 'text', text: 'one' };
        await new Promise(() => {});
      },
      { invokeMs: 50 },
    );
    const { session } = await ask(plugin, agentRequest);
    expect(textOf(session.items)).toBe('one');
    expect(session.errors).toMatchObject([{ error_type: 'InvokeServerUnavailableError' }]);
    expect(session.ends).toBe(1);
  });

  it('suppress the output of a handler after its deadline', async () => {
    let isReturned = false;
    const plugin = agentPlugin(
      async function* () {
        try {
          for (let turn = 0; turn < 100; turn += 1) {
            await new Promise((resolve) => setTimeout(resolve, 5));
            yield { type: 'json', json: { turn } };
          }
        } finally {
          isReturned = true;
        }
      },
      { invokeMs: 30 },
    );
    const { daemon, served } = start(plugin);
    const session = daemon.request(agentRequest);
    await session.done;
    await vi.waitFor(() => expect(isReturned).toBe(true));
    daemon.closeInput();
    await served;
    expect(session).toMatchObject({ ends: 1, late: [] });
  });

  it.each([
    ['an unknown kind of plugin', { type: 'trigger', action: 'subscribe_trigger' }, 'NotImplementedError'],
    ['an unknown action', { ...llmRequest, action: 'invoke_unknown' }, 'NotImplementedError'],
    ['an unknown provider', { ...llmRequest, provider: 'constructor' }, 'InvokeBadRequestError'],
    ['a request without messages', { ...llmRequest, prompt_messages: 'hi' }, 'InvokeBadRequestError'],
    ['polling that is not offered', { ...llmRequest, action: 'start_polling' }, 'NotImplementedError'],
  ])('are the response to %s', async (_case, request, type) => {
    const { session } = await ask(echoPlugin, request);
    expect(session.errors).toMatchObject([{ error_type: type }]);
    expect(session.ends).toBe(1);
  });

  it('replace a message that exceeds the line limit', async () => {
    const plugin = agentPlugin(async function* () {
      yield { type: 'json', json: { big: 'x'.repeat(5_000_000) } };
    });
    const { session } = await ask(plugin, agentRequest);
    expect(session.items).toEqual([]);
    expect(session.errors[0]?.message).toContain('exceeds the limit');
    expect(session.ends).toBe(1);
  });
});

const everything = definePlugin({
  models: {
    echo: {
      validateCredentials: async () => {},
      llm: {
        async *invoke({ model }) {
          yield { model };
        },
        validateCredentials: async ({ model }) => ({ checked: model }),
        startPolling: async ({ model }) => ({ status: 'running', plugin_state: { model } }),
        checkPolling: async ({ plugin_state: state }) => ({ status: 'succeeded', result: state }),
      },
      textEmbedding: {
        invoke: async ({ texts, model }) => ({ model, embeddings: texts.map(() => [1]) }),
        countTokens: async ({ texts }) => texts.map(({ length }) => length),
      },
    },
  },
});
const embeddingRequest = { ...llmRequest, model_type: 'text-embedding', texts: ['ab', 'c'] };

describe('other models and actions', () => {
  it.each([
    [
      { ...llmRequest, action: 'start_polling' },
      { status: 'running', plugin_state: { model: 'echo-1' } },
    ],
    [
      { ...llmRequest, action: 'check_polling', plugin_state: { id: 'r1' } },
      { status: 'succeeded', result: { id: 'r1' } },
    ],
    [
      { ...llmRequest, action: 'validate_model_credentials' },
      { result: true, credentials: { api_key: 'topsecret-key-1', checked: 'echo-1' } },
    ],
    [
      { ...embeddingRequest, action: 'invoke_text_embedding' },
      { model: 'echo-1', embeddings: [[1], [1]] },
    ],
    [{ ...embeddingRequest, action: 'get_text_embedding_num_tokens' }, { num_tokens: [2, 1] }],
  ])('respond to %j', async (request, value) => {
    const { session } = await ask(everything, request);
    expect(session.items).toEqual([value]);
    expect(session).toMatchObject({ ends: 1, errors: [] });
  });
});

describe('a tool', () => {
  const plugin = definePlugin({
    tools: {
      clock: {
        validateCredentials: async ({ credentials }) => {
          if (credentials['key'] !== 'good') throw new PluginError('InvokeAuthorizationError', 'No.');
        },
        tools: {
          async *now({ tool_parameters: { zone } }) {
            yield { type: 'text', text: `noon in ${String(zone)}` };
          },
        },
      },
    },
  });
  const request = { type: 'tool', provider: 'clock' };

  it('is called by its name', async () => {
    const call = {
      ...request,
      action: 'invoke_tool',
      tool: 'now',
      credentials: null,
      tool_parameters: { zone: 'UTC' },
    };
    expect(textOf((await ask(plugin, call)).session.items)).toBe('noon in UTC');
    const wrong = await ask(plugin, { ...call, tool: 'later' });
    expect(wrong.session.errors).toMatchObject([{ error_type: 'InvokeBadRequestError' }]);
  });

  it('checks its credentials', async () => {
    const check = { ...request, action: 'validate_tool_credentials' };
    expect((await ask(plugin, { ...check, credentials: { key: 'good' } })).session.items).toEqual([
      { result: true },
    ]);
    const { session } = await ask(plugin, { ...check, credentials: { key: 'bad' } });
    expect(session.errors).toMatchObject([{ error_type: 'CredentialsValidateFailedError' }]);
  });
});

describe('the context of a handler', () => {
  it('includes the context of the request and the credentials of tools', async () => {
    const plugin = agentPlugin(async function* ({ userId, appId, conversationId, toolCredentials, log }) {
      log('INFO', 'with sk-abcdefghijkl');
      yield {
        type: 'json',
        json: { userId, appId, conversationId, tools: Object.fromEntries(toolCredentials) },
      };
    });
    const { daemon, served, recorder } = start(plugin);
    const session = daemon.request(agentRequest, {
      app_id: 'app-1',
      context: { credentials: { tool_credentials: { 'a/b/c': 'cred-1', odd: 7 } } },
    });
    daemon.closeInput();
    await served;
    expect(session.items[0]?.message.json_object).toEqual({
      userId: 'u-1',
      appId: 'app-1',
      tools: { 'a/b/c': 'cred-1' },
    });
    expect(recorder.logs).toMatchObject([{ level: 'INFO', message: 'with ***' }]);
  });
});

describe('single values', () => {
  it.each([
    [{ ...llmRequest, action: 'get_llm_num_tokens' }, { num_tokens: 1 }],
    [
      {
        type: 'model',
        action: 'validate_provider_credentials',
        provider: 'echo',
        credentials: { api_key: 'good' },
      },
      { result: true, credentials: { api_key: 'good', region: 'eu' } },
    ],
    [
      { ...llmRequest, action: 'get_ai_model_schemas' },
      { model_schema: { model: 'echo-1', label: { en_US: 'echo-1' }, model_type: 'llm' } },
    ],
  ])('respond to %j', async (request, value) => {
    const { session } = await ask(echoPlugin, request);
    expect(session.items).toEqual([value]);
    expect(session).toMatchObject({ ends: 1, errors: [] });
  });
});
