import { ReasoningCache } from '@sekisho/responses';
import { serveSimulator } from '@sekisho/responses/simulator';
import { describe, expect, it } from 'vitest';
import {
  chunksOf,
  createHarness,
  credentials,
  invokeLlm,
  KEY,
  modelRequest,
  textOf,
} from './plugin-harness.ts';

const weather = {
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const user = { role: 'user', content: 'Weather in Kyoto?' };

describe('an answer', () => {
  it.each([
    ['streamed', true, {}],
    ['in one chunk because Dify requests it', false, {}],
    ['in one chunk because the user disabled streaming', true, { enable_stream: 'false' }],
  ])('arrives %s with the same text, usage and end', async (_case, stream, model_parameters) => {
    const { ask, simulator } = createHarness();
    simulator.script({
      say: [
        { type: 'reasoning', summary: 'The user greets.' },
        { type: 'message', text: 'Good morning to you, dear reader.' },
      ],
    });
    const { session } = await ask(invokeLlm({ stream, model_parameters }));
    expect(session.errors).toEqual([]);
    expect(textOf(session)).toBe('<think>\nThe user greets.\n</think>\nGood morning to you, dear reader.');
    const isStreamed = simulator.journal[0]?.body?.['stream'];
    expect(isStreamed).toBe(stream && !('enable_stream' in model_parameters));
    expect(chunksOf(session).length > 1).toBe(isStreamed);
    const last = chunksOf(session).at(-1);
    expect(last).toMatchObject({
      model: 'gpt-5.2',
      delta: { finish_reason: 'stop', message: { tool_calls: [] } },
    });
    expect(Object.keys(last?.delta.usage ?? {})).toHaveLength(12);
    expect(last?.delta.usage).toMatchObject({
      prompt_unit_price: '1.75',
      completion_unit_price: '14',
      currency: 'USD',
    });
    expect(Number(last?.delta.usage?.['total_price'])).toBeGreaterThan(0);
    expect(session).toMatchObject({ ends: 1, late: [] });
  });

  it.each([
    ['streamed', true],
    ['in one chunk', false],
  ])('keeps commentary before a tool call out of the answer when it is %s', async (_case, stream) => {
    const { ask, simulator } = createHarness();
    simulator.script({
      say: [
        { type: 'reasoning', summary: 'A tool is needed.' },
        { type: 'message', text: 'Let me look.', phase: 'commentary' },
        { type: 'function_call', name: 'get_weather', arguments: { city: 'Kyoto' } },
      ],
    });
    const { session } = await ask(invokeLlm({ stream, tools: [weather], prompt_messages: [user] }));
    expect(textOf(session)).toBe('<think>\nA tool is needed.\n\nLet me look.\n</think>\n');
    expect(chunksOf(session).flatMap(({ delta }) => delta.message.tool_calls)).toMatchObject([
      { type: 'function', function: { name: 'get_weather', arguments: '{"city":"Kyoto"}' } },
    ]);
    expect(chunksOf(session).at(-1)?.delta.finish_reason).toBe('tool_calls');
  });

  it('contains no reasoning when the user disabled it', async () => {
    const { ask, simulator } = createHarness();
    simulator.script({
      say: [
        { type: 'reasoning', summary: 'Secret.' },
        { type: 'message', text: 'Yes.' },
      ],
    });
    const { session } = await ask(invokeLlm({ model_parameters: { show_reasoning: false } }));
    expect(textOf(session)).toBe('Yes.');
  });

  it('is truncated at a stop sequence across chunks, and calls no tool afterwards', async () => {
    const { ask, simulator } = createHarness();
    simulator.script({
      say: [
        { type: 'message', text: 'Thought: look it up\nObservation: invented' },
        { type: 'function_call', name: 'get_weather', arguments: { city: 'Kyoto' } },
      ],
    });
    const { session } = await ask(invokeLlm({ stop: ['\nObservation:'], tools: [weather] }));
    expect(textOf(session)).toBe('Thought: look it up');
    expect(chunksOf(session).at(-1)?.delta).toMatchObject({
      finish_reason: 'stop',
      message: { tool_calls: [] },
    });
    expect(simulator.journal[0]?.body?.['truncation']).toBe('disabled');
  });

  it('is complete when it ends with the beginning of a stop sequence', async () => {
    const { ask, simulator } = createHarness();
    simulator.script({ say: [{ type: 'message', text: 'The last word is Obs' }] });
    const { session } = await ask(invokeLlm({ stop: ['Observation:'] }));
    expect(textOf(session)).toBe('The last word is Obs');
  });

  it.each([
    [
      'from Dify',
      {
        json_schema:
          '{"schema":{"type":"object","properties":{"a":{"type":"string"}}},"name":"llm_response"}',
      },
    ],
    ['without a wrapper object', { json_schema: '{"type":"object","properties":{"a":{"type":"string"}}}' }],
  ])('follows a schema %s, without reasoning before the JSON', async (_case, parameters) => {
    const { ask } = createHarness();
    const { session } = await ask(
      invokeLlm({ model_parameters: { response_format: 'json_schema', ...parameters } }),
    );
    expect(session.errors).toEqual([]);
    expect(JSON.parse(textOf(session))).toHaveProperty('a');
  });

  it('contains the refusal of the model', async () => {
    const { ask, simulator } = createHarness();
    simulator.script({ say: [{ type: 'refusal', text: 'I will not.' }] });
    const { session } = await ask(invokeLlm());
    expect(textOf(session)).toBe('I will not.');
    expect(chunksOf(session).at(-1)?.delta.finish_reason).toBe('content_filter');
  });

  const incomplete = (reason: string, output: object[]) =>
    createHarness(
      {},
      {
        fetch: async () =>
          Response.json({ id: 'resp_1', status: 'incomplete', incomplete_details: { reason }, output }),
      },
    );
  const call = (id: string, text: string) => ({
    type: 'function_call',
    call_id: id,
    name: 'get_weather',
    arguments: text,
  });

  it.each([
    ['max_output_tokens', [], 'max_output_tokens'],
    ['max_output_tokens', [call('c1', '{"city":"Kyo')], 'max_output_tokens'],
    ['content_filter', [], 'usage policy'],
  ])('is never silently empty after %s', async (reason, output, hint) => {
    const { ask } = incomplete(reason, [{ type: 'reasoning', id: 'rs_1', summary: [] }, ...output]);
    const { session } = await ask(invokeLlm({ stream: false }));
    expect(session.errors).toMatchObject([
      { error_type: 'InvokeBadRequestError', message: expect.stringContaining(hint) },
    ]);
  });

  it.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content_filter'],
  ])(
    'that was ended by %s contains its text, its complete calls and the reason',
    async (reason, expected) => {
      const { ask } = incomplete(reason, [
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Half' }] },
        call('c1', '{"city":"Kyoto"}'),
        call('c2', '{"city":"Nar'),
      ]);
      const { session } = await ask(invokeLlm({ stream: false }));
      expect(textOf(session)).toBe('Half');
      const last = chunksOf(session).at(-1)?.delta;
      expect(last?.message.tool_calls.map(({ id }) => id)).toEqual(['c1']);
      expect(last?.finish_reason).toBe(expected);
    },
  );

  it('is streamed over a real connection', async () => {
    const allowed = new Set<string>();
    const { ask, simulator } = createHarness({}, { fetch: globalThis.fetch, allowedBaseUrls: allowed });
    const server = await serveSimulator(simulator);
    allowed.add(server.baseUrl);
    try {
      simulator.script({ say: [{ type: 'message', text: 'Over the wire.' }] });
      const base = server.baseUrl.replace(/v1$/, '');
      const { session } = await ask(invokeLlm({ credentials: { ...credentials, openai_api_base: base } }));
      expect(textOf(session)).toBe('Over the wire.');
    } finally {
      await server.close();
    }
  });
});

describe('reasoning between rounds of tool calls', () => {
  async function playRounds(reasoning: ReasoningCache, secondKey = KEY) {
    const { ask, simulator } = createHarness({}, { reasoning });
    simulator.script({
      say: [
        { type: 'reasoning', summary: 'A tool is needed.' },
        { type: 'function_call', name: 'get_weather', arguments: { city: 'Kyoto' } },
      ],
    });
    const first = await ask(invokeLlm({ tools: [weather], prompt_messages: [user] }));
    const [call] = chunksOf(first.session).flatMap(({ delta }) => delta.message.tool_calls);
    const rounds = [
      user,
      { role: 'assistant', content: textOf(first.session), tool_calls: [call] },
      { role: 'tool', content: 'Sunny', tool_call_id: call?.id },
    ];
    const second = await ask(
      invokeLlm({
        tools: [weather],
        prompt_messages: rounds,
        credentials: { ...credentials, openai_api_key: secondKey },
      }),
    );
    return { simulator, second, input: simulator.journal[1]?.body?.['input'] as { type?: string }[] };
  }

  it('is sent to OpenAI before its call, and nothing is stored there', async () => {
    const { simulator, second, input } = await playRounds(new ReasoningCache());
    expect(second.session.errors).toEqual([]);
    expect(input.map(({ type }) => type)).toEqual([
      undefined,
      'reasoning',
      'function_call',
      'function_call_output',
    ]);
    expect(input[1]).toHaveProperty('encrypted_content');
    expect(simulator.journal[1]?.body).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
    });
  });

  it('is used only with the key that it belongs to', async () => {
    const { input, second } = await playRounds(new ReasoningCache(), 'sk-someone-else-0000000');
    expect(second.session.errors).toEqual([]);
    expect(input.some(({ type }) => type === 'reasoning')).toBe(false);
  });

  it('is omitted when OpenAI cannot read it', async () => {
    class SpoiltCache extends ReasoningCache {
      override restore(apiKey: string, input: Parameters<ReasoningCache['restore']>[1]) {
        return super
          .restore(apiKey, input)
          .map((item) =>
            item.type === 'reasoning' ? { ...item, encrypted_content: 'from another project' } : item,
          );
      }
    }
    const { second, simulator } = await playRounds(new SpoiltCache());
    expect(second.session.errors).toEqual([]);
    expect(textOf(second.session)).not.toBe('');
    expect(simulator.journal).toHaveLength(3);
  });
});

describe('a failure', () => {
  it('returns the received text and then the error', async () => {
    const { ask, simulator } = createHarness();
    simulator.script({
      say: [{ type: 'message', text: 'A long answer that will not come to its end.' }],
      fault: { type: 'cut-stream', afterEvents: 6 },
    });
    const { session } = await ask(invokeLlm({ credentials: { ...credentials, max_retries: '0' } }));
    expect(textOf(session)).not.toBe('');
    expect(session.errors).toMatchObject([{ error_type: 'InvokeConnectionError' }]);
    expect(session).toMatchObject({ ends: 1, late: [] });
  });

  it('of a retired model contains the date and the replacement', async () => {
    const { ask } = createHarness({ now: () => Date.parse('2026-11-15T00:00:00Z') });
    const { session } = await ask(invokeLlm({ model: 'gpt-5-codex' }));
    expect(session.errors[0]).toMatchObject({ error_type: 'InvokeBadRequestError' });
    expect(session.errors[0]?.message).toContain('2026-07-23');
    expect(session.errors[0]?.message).toContain('gpt-5.3-codex');
  });

  it.each([
    [{ type: 'rate-limit' }, 'InvokeRateLimitError'],
    [{ type: 'quota' }, 'InvokeRateLimitError'],
    [{ type: 'server-error' }, 'InvokeServerUnavailableError'],
    [{ type: 'forbidden' }, 'InvokeAuthorizationError'],
    [{ type: 'reset' }, 'InvokeConnectionError'],
    [{ type: 'malformed' }, 'InvokeServerUnavailableError'],
    [{ type: 'failed-response', code: 'invalid_prompt' }, 'InvokeBadRequestError'],
  ] as const)('of OpenAI (%j) is reported as %s, without the key', async (fault, errorType) => {
    const { ask, simulator } = createHarness();
    simulator.script({ fault });
    const { session, lines } = await ask(
      invokeLlm({ stream: false, credentials: { ...credentials, max_retries: '0' } }),
    );
    expect(session.errors).toMatchObject([{ error_type: errorType }]);
    expect(session.errors[0]?.message).toMatch(/[A-Z].* \/ .*[。]/);
    expect(lines.join('')).not.toContain(KEY);
  });

  it('that is temporary is retried as often as the credentials allow', async () => {
    const { ask, simulator } = createHarness();
    simulator.script(
      { fault: { type: 'rate-limit', retryAfterMs: 1 } },
      { say: [{ type: 'message', text: 'Yes.' }] },
    );
    const { session } = await ask(invokeLlm());
    expect(textOf(session)).toBe('Yes.');
    expect(simulator.journal).toHaveLength(2);
  });
});

describe('polling', () => {
  const withPolling = { ...credentials, use_polling: 'true' };

  const featuresOf = async (model: string, form: object, allowsPolling: boolean) => {
    const { ask } = createHarness({}, { allowsPolling });
    const { session, logs } = await ask(modelRequest('get_ai_model_schemas', { model, credentials: form }));
    const [item] = session.items as unknown as { model_schema: { features: string[] } }[];
    return { features: item?.model_schema.features, logs };
  };

  it.each([
    ['gpt-5.2-pro', withPolling, true],
    ['gpt-5.2-pro-2025-12-11', withPolling, true],
    ['gpt-5.4-pro', withPolling, true],
    ['gpt-5.2-pro', credentials, false],
    ['gpt-5.2-pro', { ...credentials, use_polling: 'false' }, false],
    ['gpt-5.2', withPolling, false],
  ])(
    'of %s is available only for slow models and with the consent of the user',
    async (model, form, isOffered) => {
      const { features } = await featuresOf(model, form, true);
      expect(features?.includes('polling')).toBe(isOffered);
    },
  );

  it('is unavailable until the administrator confirms that Dify supports it, and logs this', async () => {
    const { features, logs } = await featuresOf('gpt-5.2-pro', withPolling, false);
    // The features of this plugin that Dify 1.10 supports; a single unknown one makes Dify 1.10 reject the model.
    expect(features).toEqual([
      'tool-call',
      'multi-tool-call',
      'agent-thought',
      'stream-tool-call',
      'structured-output',
    ]);
    expect(logs).toMatchObject([
      { level: 'WARNING', message: expect.stringContaining('OPENAI_GPT5_ALLOW_POLLING=true') },
    ]);
  });

  it('starts a background response, polls it, returns it and deletes it at OpenAI', async () => {
    let now = Date.parse('2026-04-01T00:00:00Z');
    const { ask, simulator } = createHarness({ now: () => now, latency: { backgroundMs: 1000 } });
    simulator.script({
      say: [
        { type: 'reasoning', summary: 'Deep.' },
        { type: 'message', text: 'Forty-two. END of story' },
      ],
    });
    const start = {
      ...invokeLlm({ model: 'gpt-5.2-pro', stream: false, stop: ['END'] }),
      action: 'start_polling',
    };
    const started = (await ask(start)).session.items as unknown as { status: string; plugin_state: object }[];
    expect(started).toMatchObject([
      {
        status: 'running',
        plugin_state: { response_id: expect.stringMatching(/^resp_/) },
        next_check_after_seconds: 5,
      },
    ]);
    expect(simulator.journal[0]?.body).toMatchObject({ background: true, store: true, stream: false });
    const check = modelRequest('check_polling', {
      model: 'gpt-5.2-pro',
      plugin_state: started[0]?.plugin_state,
    });
    expect((await ask(check)).session.items).toMatchObject([{ status: 'running' }]);
    now += 60_000;
    expect((await ask(check)).session.items).toMatchObject([
      {
        status: 'succeeded',
        result: {
          model: 'gpt-5.2-pro',
          prompt_messages: [],
          message: { role: 'assistant', content: '<think>\nDeep.\n</think>\nForty-two. ', tool_calls: [] },
          usage: { currency: 'USD', prompt_unit_price: '21' },
        },
      },
    ]);
    expect(simulator.journal.at(-1)).toMatchObject({ method: 'DELETE' });
    expect((await ask(check)).session.errors).toMatchObject([{ error_type: 'InvokeBadRequestError' }]);
  });

  const waiting = { response_id: 'resp_1', stop: [], shows_reasoning: true, started_at: 0 };
  const check = modelRequest('check_polling', { model: 'gpt-5.2-pro', plugin_state: waiting });

  it.each([
    ['a lost connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['a server error', async () => Response.json({ error: {} }, { status: 503 })],
    ['a rate limit', async () => Response.json({ error: {} }, { status: 429 })],
  ])('continues after %s', async (_case, fetch) => {
    const { ask } = createHarness({}, { fetch });
    const { session } = await ask(check);
    expect(session.items).toEqual([
      { status: 'running', plugin_state: waiting, next_check_after_seconds: 5 },
    ]);
  });

  it('reports why a response failed, and deletes it', async () => {
    const methods: string[] = [];
    const failed = {
      id: 'resp_1',
      status: 'failed',
      error: { code: 'rate_limit_exceeded', message: 'x' },
      output: [],
    };
    const { ask } = createHarness(
      {},
      {
        fetch: async (_input, init) => {
          methods.push(init?.method ?? 'GET');
          return Response.json(failed);
        },
      },
    );
    const { session } = await ask(check);
    expect(session.items).toMatchObject([{ status: 'failed', error: expect.stringContaining('rate') }]);
    expect(methods.map((method) => method.toUpperCase())).toEqual(['GET', 'DELETE']);
  });

  it('returns a response that OpenAI deletes slowly', async () => {
    const message = { type: 'message', content: [{ type: 'output_text', text: 'Forty-two.' }] };
    const done = { id: 'resp_1', status: 'completed', output: [message] };
    const { ask } = createHarness(
      {},
      {
        fetch: (_input, init) =>
          init?.method?.toUpperCase() === 'DELETE'
            ? new Promise((_resolve, reject) => init.signal?.addEventListener('abort', reject))
            : Promise.resolve(Response.json(done)),
      },
    );
    const { session } = await ask(check);
    expect(session.items).toMatchObject([
      { status: 'succeeded', result: { message: { content: 'Forty-two.' } } },
    ]);
  }, 4500);

  it.each([
    ['no longer exists', { plugin_state: waiting }],
    ['has no id', { plugin_state: { other: 1 } }],
  ])('ends when the response %s', async (_case, change) => {
    const { ask } = createHarness();
    const { session } = await ask(modelRequest('check_polling', { model: 'gpt-5.2-pro', ...change }));
    expect(session.errors).toMatchObject([{ error_type: 'InvokeBadRequestError' }]);
  });
});
