import { describe, expect, it } from 'vitest';
import { SekishoError } from '../../engine/src/errors/sekisho-error.ts';
import { getProvider } from '../src/providers/get-provider.ts';
import type { ProviderOptions } from '../src/providers/provider-types.ts';
import type { ModelRequest } from '../src/openai-agents/upstream.ts';
import { ask, requestFor } from './providers/ask-model.ts';
import { sendEvents, sendJson, startServer } from './providers/loopback-server.ts';
import type { LoopbackServer } from './providers/loopback-server.ts';
import { chunk, completion, DONE, finish, sse } from './providers/wire-builders.ts';

type Way = 'whole' | 'streamed';
type Answer = Parameters<typeof startServer>[0];

const KEY = 'sk-very-secret-0123456789';
const RETRY_INFO = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1.2s' };

/** Every error response below is hand-written in the format that the provider documents. */
const REFUSALS = [
  [
    'gemini',
    400,
    [{ error: { code: 400, message: 'Unknown name "strict"', status: 'INVALID_ARGUMENT' } }],
    'gemini/request-refused',
    'Unknown name "strict"',
  ],
  [
    'lmstudio',
    400,
    { error: "Invalid tool_choice type: 'object'." },
    'lmstudio/request-refused',
    "Invalid tool_choice type: 'object'.",
  ],
  [
    'anthropic',
    400,
    { error: { type: 'invalid_request_error', message: "Input should be 'json_schema'" } },
    'anthropic/request-refused',
    "Input should be 'json_schema'",
  ],
  [
    'openrouter',
    402,
    { error: { code: 402, message: 'Insufficient credits' } },
    'openrouter/request-refused',
    'Insufficient credits',
  ],
  [
    'anthropic',
    401,
    { error: { message: `invalid x-api-key ${KEY}` } },
    'anthropic/key-refused',
    'AGENTS_ANTHROPIC_API_KEY',
  ],
  [
    'openai',
    401,
    { error: { message: `Incorrect API key provided: ${KEY}` } },
    'openai/key-refused',
    'OPENAI_API_KEY',
  ],
  [
    'gemini',
    404,
    [{ error: { code: 404, message: 'models/gemini-2.0-flash is not found' } }],
    'gemini/model-not-found',
    '2026-06-01',
  ],
  [
    'ollama',
    404,
    { error: { message: "model 'x' not found, try pulling it first" } },
    'ollama/model-not-found',
    'AGENTS_OLLAMA_MODEL',
  ],
] as const;

describe('an HTTP error', () => {
  it.each(REFUSALS)(
    'of %s with status %i states what to do and does not contain the key',
    async (provider, status, body, code, words) => {
      await using server = await serve((_request, response) => sendJson(response, body, status));
      for (const way of ['whole', 'streamed'] as const) {
        const error = await failureOf(
          server,
          provider,
          way,
          provider === 'gemini' ? { model: 'gemini-2.0-flash' } : {},
        );
        expect(error.message).toContain(`[${code}]`);
        expect(error.message).toContain(words);
        expect(everythingIn(error)).not.toContain(KEY);
      }
      expect(server.requests).toHaveLength(2);
    },
  );

  it.each([
    ['openrouter', 429, 'rate-limited'],
    ['ollama', 500, 'server-error'],
    ['openai', 503, 'server-error'],
  ] as const)(
    'of %s with status %i is retried once for a whole response and never for a stream',
    async (provider, status, kind) => {
      const body = { error: { message: 'Busy.' } };
      await using server = await serve((_request, response) =>
        sendJson(response, body, status, { 'retry-after-ms': '1' }),
      );
      expect((await failureOf(server, provider, 'whole')).message).toContain(`[${provider}/${kind}]`);
      expect(server.requests).toHaveLength(2);
      expect((await failureOf(server, provider, 'streamed')).message).toContain(`[${provider}/${kind}]`);
      expect(server.requests).toHaveLength(3);
    },
  );

  it('is not reported when the second attempt succeeds', async () => {
    await using server = await serve((_request, response) =>
      server.requests.length === 1
        ? sendJson(response, { error: 'Busy.' }, 503, { 'retry-after-ms': '1' })
        : sendJson(response, completion({ content: 'Sunny.' })),
    );
    await expect(ask(modelAt(server, 'ollama'), requestFor(), 'whole')).resolves.toBeDefined();
  });

  it('waits for the delay in the body of a Gemini error', async () => {
    const body = [
      { error: { code: 429, message: 'Quota.', status: 'RESOURCE_EXHAUSTED', details: [RETRY_INFO] } },
    ];
    await using server = await serve((_request, response) => sendJson(response, body, 429));
    const start = performance.now();
    await failureOf(server, 'gemini', 'whole');
    // Without the delay, the client would wait half a second at most.
    expect(performance.now() - start).toBeGreaterThan(1150);
    expect(server.requests).toHaveLength(2);
  });

  it('inside a response with HTTP 200 is retried once', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, { error: { code: 502, message: 'Upstream died.' } }, 200, { 'retry-after-ms': '1' }),
    );
    expect((await failureOf(server, 'openrouter', 'whole')).message).toContain('[openrouter/server-error]');
    expect(server.requests).toHaveLength(2);
  });
});

describe('an unusable response', () => {
  it('is paid for once', async () => {
    await using server = await serve((_request, response) => sendJson(response, { id: 'x', choices: [] }));
    expect((await failureOf(server, 'gemini', 'whole')).message).toContain('[gemini/no-choices]');
    expect(server.requests).toHaveLength(1);
  });

  it('is not offered for a retry by a retry policy', async () => {
    await using server = await serve((_request, response) => sendJson(response, { id: 'x', choices: [] }));
    const model = modelAt(server, 'gemini');
    const error = await failureOf(server, 'gemini', 'whole');
    expect(
      await model.getRetryAdvice?.({ request: requestFor(), error, stream: false, attempt: 1 }),
    ).toMatchObject({ suggested: false });
  });

  it.each(['openai', 'ollama'] as const)(
    'is an error with a code when %s does not send JSON',
    async (provider) => {
      await using server = await serve((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{not json');
      });
      expect((await failureOf(server, provider, 'whole')).message).toContain(`[${provider}/not-json]`);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('that is not a stream although one was requested is still read', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, completion({ content: 'Sunny.' })),
    );
    const { output } = await ask(modelAt(server, 'lmstudio'), requestFor(), 'streamed');
    expect(output).toMatchObject([{ type: 'message', content: [{ text: 'Sunny.' }] }]);
  });
});

describe('required tool calls', () => {
  it.each(['whole', 'streamed'] as const)('that a server does not return are an error (%s)', async (way) => {
    await using server = await serve((request, response) =>
      request.body['stream'] === true
        ? sendEvents(response, sse(chunk({ content: '<tool_call>{}</tool_call>' }), finish('stop'), DONE))
        : sendJson(response, completion({ content: '<tool_call>{}</tool_call>' })),
    );
    const request = requestFor({ modelSettings: { toolChoice: 'required' } });
    const error = await failureOf(server, 'lmstudio', way, {}, request);
    expect(error.message).toContain('[lmstudio/tool-choice]');
    expect(server.requests).toHaveLength(1);
  });

  it.each(['whole', 'streamed'] as const)(
    'that a server ignores are rejected before the request (%s)',
    async (way) => {
      await using server = await serve((_request, response) =>
        sendJson(response, completion({ content: 'Hi.' })),
      );
      const request = requestFor({ modelSettings: { parallelToolCalls: false } });
      const error = await failureOf(server, 'ollama', way, {}, request);
      expect(error.message).toContain('parallelToolCalls: false');
      expect(server.requests).toHaveLength(0);
    },
  );
});

describe('a slow or unavailable provider', () => {
  it.each(['ollama', 'openai'] as const)(
    '%s without a response is abandoned after the timeout and one retry',
    async (provider) => {
      await using server = await serve(() => undefined);
      const error = await failureOf(server, provider, 'whole', { timeoutMs: 1000 });
      expect(error.message).toContain(`[${provider}/timeout]`);
      expect(server.requests).toHaveLength(2);
    },
  );

  it.each([
    ['ollama', sse(chunk({ content: 'It is' }))],
    ['openrouter', sse(chunk({ content: 'It is' }), ': OPENROUTER PROCESSING')],
    [
      'openai',
      'event: response.created\ndata: {"type":"response.created","sequence_number":0,"response":{}}\n\n',
    ],
  ] as const)(
    '%s that stalls in the middle of a stream is abandoned without a retry',
    async (provider, events) => {
      await using server = await serve((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(events);
      });
      const error = await failureOf(server, provider, 'streamed', { timeoutMs: 1000 });
      expect(error.message).toContain(`[${provider}/stream-stalled]`);
      expect(error).toMatchObject({ code: 'AGENTS-E-STREAM' });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('does not count the time of the consumer', async () => {
    await using server = await serve((_request, response) =>
      sendEvents(response, sse(chunk({ content: 'a' }), chunk({ content: 'b' }), finish('stop'), DONE)),
    );
    let events = 0;
    for await (const event of modelAt(server, 'ollama', { timeoutMs: 1000 }).getStreamedResponse(
      requestFor(),
    )) {
      if (event.type === 'output_text_delta') await new Promise((resolve) => setTimeout(resolve, 1100));
      events += 1;
    }
    expect(events).toBeGreaterThan(3);
  });

  it.each(['gemini', 'openai'] as const)(
    '%s with a connection lost in the middle of a stream has no result',
    async (provider) => {
      await using server = await serve((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(sse(chunk({ content: 'It is' })), () => response.destroy());
      });
      expect((await failureOf(server, provider, 'streamed')).message).toContain(`[${provider}/stream-cut]`);
    },
  );

  it('OpenAI with a stream that ends without response.completed has no result', async () => {
    await using server = await serve((_request, response) =>
      sendEvents(
        response,
        'event: response.created\ndata: {"type":"response.created","sequence_number":0,"response":{}}\n\n',
      ),
    );
    expect((await failureOf(server, 'openai', 'streamed')).message).toContain('[openai/stream-cut]');
  });

  it.each([
    ['incomplete', 'whole', 'incomplete', 'AGENTS-E-STREAM'],
    ['incomplete', 'streamed', 'incomplete', 'AGENTS-E-STREAM'],
    ['failed', 'whole', 'server-error', 'AGENTS-E-COMPAT-UNSUPPORTED'],
    ['failed', 'streamed', 'server-error', 'AGENTS-E-COMPAT-UNSUPPORTED'],
  ] as const)('OpenAI with a response that is %s (%s) is reported as %s', async (status, way, kind, code) => {
    const body = {
      id: 'resp_1',
      object: 'response',
      created_at: 1_790_000_000,
      model: 'm',
      status,
      incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
      error: null,
      output: [],
    };
    await using server = await serve((_request, response) => {
      if (way === 'whole') return sendJson(response, body);
      const event = { type: `response.${status}`, sequence_number: 0, response: body };
      return sendEvents(response, `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    });
    const error = await failureOf(server, 'openai', way);
    expect(error.message).toContain(`[openai/${kind}]`);
    expect(error).toMatchObject({ code });
  });

  it('that does not exist is named with its address', async () => {
    const server = await startServer(() => undefined);
    await server.close();
    const error = await failureOf(server, 'lmstudio', 'streamed');
    expect(error.message).toContain('[lmstudio/unreachable]');
    expect(error.message).toContain(`${server.url}/v1`);
    expect(error).toMatchObject({ code: 'AGENTS-E-PROVIDER-CONFIG' });
  });

  it('is not reported as an error when the caller aborts', async () => {
    const controller = new AbortController();
    await using server = await serve(() => controller.abort());
    const pending = ask(modelAt(server, 'ollama'), requestFor({ signal: controller.signal }), 'whole');
    await expect(pending).rejects.toMatchObject({ name: expect.stringMatching(/^(?!SekishoError)/) });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a request', () => {
  it('contains the key of its own provider and no data of OpenAI', async () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      OPENAI_ORG_ID: 'org-1',
      OPENAI_PROJECT_ID: 'proj-1',
      OPENAI_CUSTOM_HEADERS: 'X-Private: yes\nAuthorization: Bearer other',
    });
    try {
      await using server = await serve((_request, response) =>
        sendJson(response, completion({ content: 'Sunny.' })),
      );
      await ask(
        modelAt(server, 'openrouter', { appName: '関所', httpReferer: 'https://example.com' }),
        requestFor(),
        'whole',
      );
      const { headers } = server.requests[0] ?? { headers: {} };
      expect(headers).toMatchObject({
        authorization: `Bearer ${KEY}`,
        'http-referer': 'https://example.com',
        'x-title': encodeURIComponent('関所'),
      });
      expect(Object.keys(headers).filter((name) => /openai|private|stainless/.test(name))).toEqual([]);
    } finally {
      for (const name of ['OPENAI_ORG_ID', 'OPENAI_PROJECT_ID', 'OPENAI_CUSTOM_HEADERS'])
        delete process.env[name];
      Object.assign(process.env, before);
    }
  });

  it('to /responses of a server without stored state reports it', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, { id: 'r', object: 'response', status: 'completed', output: [], usage: null }),
    );
    await ask(modelAt(server, 'ollama', { api: 'responses' }), requestFor(), 'whole');
    expect(server.requests[0]).toMatchObject({ path: '/v1/responses', body: { store: false } });
  });
});

async function serve(respond: Answer): Promise<LoopbackServer & AsyncDisposable> {
  const server = await startServer(respond);
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}

function modelAt(server: LoopbackServer, provider: string, options: Partial<ProviderOptions> = {}) {
  return getProvider(provider, {
    env: {},
    apiKey: KEY,
    baseUrl: server.url,
    model: 'm',
    ...options,
  }).getModel();
}

async function failureOf(
  server: LoopbackServer,
  provider: string,
  way: Way,
  options: Partial<ProviderOptions> = {},
  request: ModelRequest = requestFor(),
): Promise<Error> {
  try {
    await ask(modelAt(server, provider, options), request, way);
  } catch (error) {
    if (error instanceof SekishoError) return error;
    throw new Error('The failure has no code.', { cause: error });
  }
  throw new Error('The request did not fail.');
}

/** Returns everything that a logger could print of an error: its causes, their fields, their stacks. */
function everythingIn(error: unknown, depth = 5): string {
  if (depth === 0 || typeof error !== 'object' || error === null) return String(error);
  return Reflect.ownKeys(error)
    .map((key) => everythingIn(Reflect.get(error, key), depth - 1))
    .concat(error instanceof Headers ? [JSON.stringify([...error])] : [])
    .join('\n');
}
