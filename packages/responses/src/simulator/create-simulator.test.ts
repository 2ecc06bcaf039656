import OpenAI, { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { createSimulator, type SimulatorOptions } from './index.ts';

const model = 'gpt-6.1-sol';
const DAY = 86_400_000;

function connect(options: SimulatorOptions = {}) {
  const clock = { now: Date.parse('2026-11-15T00:00:00Z') };
  const simulator = createSimulator({ now: () => clock.now, ...options });
  const openai = new OpenAI({ apiKey: 'sk-test', fetch: simulator.fetch, maxRetries: 0 });
  return { clock, simulator, openai };
}

async function refusalOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (thrown) {
    if (!(thrown instanceof APIError)) throw thrown;
    return { status: thrown.status, code: thrown.code, param: thrown.param, type: thrown.type };
  }
  throw new Error('The request was accepted.');
}

async function drawOutcomes(seed: number): Promise<boolean[]> {
  const { openai } = connect({ seed, chaos: { rate: 0.5, faults: [{ type: 'server-error' }] } });
  const results: boolean[] = [];
  for (let index = 0; index < 20; index += 1) {
    results.push(await openai.responses.create({ model, input: 'x' }).then(Boolean, () => false));
  }
  return results;
}

const invalid = (code: string | null, param: string | null, status = 400) => ({
  status,
  code,
  param,
  type: 'invalid_request_error',
});

describe('the simulated Responses API', () => {
  it('creates, retrieves, lists the input of, and deletes a response', async () => {
    const { openai } = connect();
    const made = await openai.responses.create({ model, input: 'こんにちは' });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^resp_[0-9a-f]{40}$/),
      status: 'completed',
      output_text: 'こんにちは。どのようなご用件でしょうか。',
      error: null,
    });
    expect(made.usage?.total_tokens).toBe((made.usage?.input_tokens ?? 0) + (made.usage?.output_tokens ?? 0));
    expect((await openai.responses.retrieve(made.id)).output).toEqual(made.output);
    const items = await openai.responses.inputItems.list(made.id);
    expect(items.data).toMatchObject([{ role: 'user', content: [{ text: 'こんにちは' }] }]);
    await openai.responses.delete(made.id);
    expect(await refusalOf(openai.responses.retrieve(made.id))).toEqual(invalid(null, null, 404));
  });

  it('creates unique ids without a seed', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await connect({}).openai.responses.create({ model, input: 'Hi' })).id),
    );
    expect(ids).toEqual([expect.stringMatching(/^resp_[0-9a-f]{40}$/), expect.stringMatching(/^resp_/)]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('returns the same bytes for the same seed', async () => {
    const answers = await Promise.all(
      [1, 1, 2].map(async (seed) => {
        const { openai } = connect({ seed });
        return JSON.stringify(await openai.responses.create({ model, input: 'Tell me about tea.' }));
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).not.toBe(answers[2]);
  });

  it('continues with previous_response_id until the thirtieth day', async () => {
    const { openai, clock } = connect();
    const first = await openai.responses.create({ model, input: '私の名前は田中です。' });
    clock.now += 30 * DAY - 1;
    const second = await openai.responses.create({
      model,
      input: '私の名前は何ですか？',
      previous_response_id: first.id,
    });
    expect(second.output_text).toBe('お名前は田中さんです。');
    clock.now += 1;
    expect(
      await refusalOf(openai.responses.create({ model, input: 'x', previous_response_id: first.id })),
    ).toEqual(invalid('previous_response_not_found', 'previous_response_id'));
    const third = await openai.responses.create({
      model,
      input: '私の名前は何ですか？',
      previous_response_id: second.id,
    });
    expect(third.output_text).toBe('お名前は田中さんです。');
  });

  it('does not continue instructions', async () => {
    const seen: (string | undefined)[] = [];
    const { openai } = connect({
      persona: ({ instructions }) => {
        seen.push(instructions);
        return [{ type: 'message', text: 'ok' }];
      },
    });
    const first = await openai.responses.create({ model, input: 'a', instructions: 'Be brief.' });
    await openai.responses.create({ model, input: 'b', previous_response_id: first.id });
    expect(seen).toEqual(['Be brief.', undefined]);
  });

  it('stores nothing with store: false', async () => {
    const { openai } = connect();
    const made = await openai.responses.create({ model, input: 'a', store: false });
    expect(await refusalOf(openai.responses.retrieve(made.id))).toMatchObject({ status: 404 });
  });

  it('deletes the oldest response when it is full', async () => {
    const { openai } = connect({ capacity: 2 });
    const made = [];
    for (const input of ['a', 'b', 'c']) made.push(await openai.responses.create({ model, input }));
    expect(await refusalOf(openai.responses.retrieve(made[0]?.id ?? ''))).toMatchObject({ status: 404 });
    expect(await openai.responses.retrieve(made[1]?.id ?? '')).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['an unknown id', 'resp_nothere', invalid('previous_response_not_found', 'previous_response_id')],
    ['a wrong prefix', 'gen-123', invalid('invalid_id_prefix', 'previous_response_id')],
    ['invalid characters', 'resp_a b', invalid('invalid_value', 'previous_response_id')],
  ])('rejects %s like OpenAI', async (_case, previous_response_id, expected) => {
    const { openai } = connect();
    expect(await refusalOf(openai.responses.create({ model, input: 'x', previous_response_id }))).toEqual(
      expected,
    );
  });

  it('rejects continuity for an organization with Zero Data Retention', async () => {
    const { openai } = connect({ keepsNoData: true });
    const request = openai.responses.create({ model, input: 'x', previous_response_id: 'resp_1' });
    expect(await refusalOf(request)).toEqual(invalid('unsupported_parameter', null));
  });

  const strict = { type: 'function' as const, name: 'f', strict: true };
  it.each([
    ['an unknown model', { model: 'gpt-99' }, invalid('model_not_found', 'model')],
    ['a model that is shut down', { model: 'gpt-5-codex' }, invalid('model_not_found', 'model')],
    ['no model', { model: undefined }, invalid('missing_required_parameter', 'model')],
    ['an unknown parameter', { colour: 'red' }, invalid('unknown_parameter', 'colour')],
    ['a wrong type', { store: 'yes' }, invalid('invalid_type', 'store')],
    ['a wrong value', { truncation: 'maybe' }, invalid('invalid_value', 'truncation')],
    ['a limit that is too small', { max_output_tokens: 1 }, invalid('invalid_value', 'max_output_tokens')],
    [
      'an effort that the model does not support',
      { model: 'gpt-5.1', reasoning: { effort: 'minimal' } },
      invalid('unsupported_value', 'reasoning.effort'),
    ],
    [
      'effort for a model that does not reason',
      { model: 'gpt-4.1', reasoning: { effort: 'low' } },
      invalid('unsupported_parameter', 'reasoning.effort'),
    ],
    [
      'search with minimal effort',
      { model: 'gpt-5', reasoning: { effort: 'minimal' }, tools: [{ type: 'web_search' }] },
      invalid(null, 'tools'),
    ],
    [
      'a choice that names an unknown tool',
      { tool_choice: { type: 'function', name: 'x' } },
      invalid(null, 'tool_choice'),
    ],
    [
      'a function without a name',
      { tools: [{ type: 'function' }] },
      invalid('missing_required_parameter', 'tools[0].name'),
    ],
    [
      'a strict function with a loose schema',
      { tools: [{ ...strict, parameters: { type: 'object', properties: { a: { type: 'string' } } } }] },
      invalid('invalid_function_parameters', 'tools[0].parameters'),
    ],
    [
      'a strict format with an optional field',
      {
        text: {
          format: {
            type: 'json_schema',
            name: 'a',
            strict: true,
            schema: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
          },
        },
      },
      invalid('invalid_json_schema', 'text.format.schema'),
    ],
    [
      'a result without its call',
      { input: [{ type: 'function_call_output', call_id: 'call_x', output: '' }] },
      invalid(null, 'input'),
    ],
    [
      'a call without its result',
      { input: [{ type: 'function_call', call_id: 'call_x', name: 'f', arguments: '{}' }] },
      invalid(null, 'input'),
    ],
    [
      'reasoning that another server encrypted',
      { input: [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'forged' }] },
      invalid('invalid_encrypted_content', null),
    ],
    [
      'a conversation and a previous response together',
      { conversation: 'conv_1', previous_response_id: 'resp_1' },
      invalid('mutually_exclusive_parameters', null),
    ],
    ['an unknown conversation', { conversation: 'conv_1' }, invalid(null, null, 404)],
  ])('rejects %s like OpenAI', async (_case, body, expected) => {
    const { openai } = connect();
    expect(await refusalOf(openai.post('/responses', { body: { model, input: 'x', ...body } }))).toEqual(
      expected,
    );
  });

  it('rejects an input that exceeds the context window', async () => {
    const { openai } = connect();
    const request = openai.responses.create({ model: 'o3', input: 'x'.repeat(900_000) });
    expect(await refusalOf(request)).toEqual(invalid('context_length_exceeded', 'input'));
  });

  it('rejects an invalid key, a missing key, and an unknown path', async () => {
    const { openai, simulator } = connect({ apiKeys: ['sk-right'] });
    expect(await refusalOf(openai.models.list())).toEqual(invalid('invalid_api_key', null, 401));
    expect((await simulator.fetch('https://api.openai.com/v1/models')).status).toBe(401);
    const other = connect().openai;
    expect(await refusalOf(other.get('/nowhere'))).toEqual(invalid(null, null, 404));
    expect(await refusalOf(other.get('/%E0%A4%A'))).toEqual(invalid(null, null, 404));
  });

  it('truncates a response at max_output_tokens and reports it', async () => {
    const { openai } = connect();
    const made = await openai.responses.create({ model, input: 'Tell me about tea.', max_output_tokens: 16 });
    expect(made).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
    expect(made.output_text.length).toBeLessThanOrEqual(64);
  });

  it('responds with JSON that matches a schema', async () => {
    const { openai } = connect();
    const schema = {
      type: 'object',
      properties: {
        answer: { type: 'string' },
        count: { type: 'integer', minimum: 3 },
        mood: { enum: ['calm', 'happy'] },
        tags: { type: 'array', items: { type: 'string' } },
        note: { anyOf: [{ type: 'null' }, { type: 'string' }] },
      },
      required: ['answer', 'count', 'mood', 'tags', 'note'],
      additionalProperties: false,
    };
    const made = await openai.responses.create({
      model,
      input: 'Be happy',
      text: { format: { type: 'json_schema', name: 'a', strict: true, schema } },
    });
    expect(JSON.parse(made.output_text)).toEqual({
      answer: expect.stringContaining('happy'),
      count: 3,
      mood: 'happy',
      tags: [expect.any(String)],
      note: expect.any(String),
    });
  });

  it('lists available models with their shutdown dates', async () => {
    const { openai } = connect();
    const models = (await openai.models.list()).data;
    expect(models.find(({ id }) => id === 'gpt-5')).toMatchObject({ shutdown_date: '2026-12-11' });
    expect(models.find(({ id }) => id === 'gpt-6-sol')).toMatchObject({ shutdown_date: null });
    expect(models.find(({ id }) => id === 'gpt-5-codex')).toBeUndefined();
    expect(await openai.models.retrieve('gpt-6-sol')).toMatchObject({ object: 'model' });
    expect(await refusalOf(openai.models.retrieve('gpt-99'))).toMatchObject({ status: 404 });
  });
});

describe('the simulated compaction', () => {
  it('shortens a conversation without losing its content', async () => {
    const { openai } = connect();
    const first = await openai.responses.create({ model, input: 'My name is Mika.' });
    const compacted = await openai.responses.compact({ model, previous_response_id: first.id });
    expect(compacted).toMatchObject({ object: 'response.compaction', output: [{ type: 'compaction' }] });
    const next = await openai.post<{ output: unknown }>('/responses', {
      body: { model, input: [...compacted.output, { role: 'user', content: 'What is my name?' }] },
    });
    expect(JSON.stringify(next.output)).toContain('Your name is Mika.');
  });

  it('rejects items of other servers and deleted ids', async () => {
    const { openai } = connect();
    const input = [{ type: 'compaction' as const, id: 'cmp_1', encrypted_content: 'forged' }];
    expect(await refusalOf(openai.responses.create({ model, input }))).toEqual(
      invalid('invalid_encrypted_content', null),
    );
    expect(await refusalOf(openai.responses.compact({ model, previous_response_id: 'resp_no' }))).toEqual(
      invalid('previous_response_not_found', 'previous_response_id'),
    );
  });
});

describe('simulated background responses', () => {
  it('change from queued to in_progress to completed over time', async () => {
    const { openai, clock } = connect({ latency: { queuedMs: 100, backgroundMs: 1000 } });
    const made = await openai.responses.create({ model, input: 'Hello', background: true });
    expect(made).toMatchObject({ status: 'queued', output: [] });
    clock.now += 100;
    expect(await openai.responses.retrieve(made.id)).toMatchObject({ status: 'in_progress', output: [] });
    clock.now += 1000;
    expect(await openai.responses.retrieve(made.id)).toMatchObject({
      status: 'completed',
      output_text: 'Hello! What can I do for you?',
    });
  });

  it('can be canceled while in progress, but not afterwards', async () => {
    const { openai, clock } = connect({ latency: { backgroundMs: 1000 } });
    const early = await openai.responses.create({ model, input: 'Hello', background: true });
    const late = await openai.responses.create({ model, input: 'Hello', background: true });
    expect(await openai.responses.cancel(early.id)).toMatchObject({ status: 'cancelled' });
    clock.now += 2000;
    expect(await openai.responses.retrieve(early.id)).toMatchObject({ status: 'cancelled' });
    expect(await openai.responses.cancel(late.id)).toMatchObject({ status: 'completed' });
    const plain = await openai.responses.create({ model, input: 'Hello' });
    expect(await refusalOf(openai.responses.cancel(plain.id))).toEqual(invalid(null, null));
  });

  it('can be resumed after the last received event', async () => {
    const { openai } = connect();
    const made = await openai.responses.create({ model, input: 'Hello', background: true });
    const stream = await openai.responses.retrieve(made.id, { stream: true, starting_after: 5 });
    const numbers: number[] = [];
    for await (const event of stream) numbers.push(event.sequence_number);
    expect(numbers[0]).toBe(6);
    expect(numbers.length).toBeGreaterThan(5);
  });

  it('can remain in the queue without limit', async () => {
    const { openai, clock, simulator } = connect();
    simulator.script({ fault: { type: 'stuck-background' } });
    const made = await openai.responses.create({ model, input: 'Hello', background: true });
    clock.now += DAY;
    expect(await openai.responses.retrieve(made.id)).toMatchObject({ status: 'queued' });
  });
});

describe('simulated conversations and containers', () => {
  it.each([
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', '/items'],
    ['PATCH', '/items/msg_1'],
    ['POST', '/items/msg_1'],
    ['GET', '/items/msg_1/content'],
  ])('do not know %s %s', async (method, path) => {
    const { openai, simulator } = connect();
    const { id } = await openai.conversations.create({ items: [{ role: 'user', content: 'Hi' }] });
    const url = `https://api.openai.com/v1/conversations/${id}${path}`;
    const headers = { authorization: 'Bearer sk-any', 'content-type': 'application/json' };
    const body = method === 'GET' ? {} : { body: '{}' };
    expect((await simulator.fetch(url, { method, headers, ...body })).status).toBe(404);
  });

  it('store the items of every response that names the conversation', async () => {
    const { openai } = connect();
    const conversation = await openai.conversations.create({ metadata: { topic: 'tea' } });
    await openai.responses.create({ model, input: 'My name is Mika.', conversation: conversation.id });
    const made = await openai.responses.create({
      model,
      input: 'What is my name?',
      conversation: conversation.id,
    });
    expect(made.output_text).toBe('Your name is Mika.');
    expect(made.conversation).toEqual({ id: conversation.id });
    const items = (await openai.conversations.items.list(conversation.id)).data;
    expect(items.filter(({ type }) => type === 'message')).toHaveLength(4);
    expect(await openai.conversations.retrieve(conversation.id)).toMatchObject({
      metadata: { topic: 'tea' },
    });
    expect(await openai.conversations.delete(conversation.id)).toMatchObject({ deleted: true });
    expect(await refusalOf(openai.conversations.retrieve(conversation.id))).toMatchObject({ status: 404 });
  });

  it('run code, retain its files for twenty idle minutes, and return output only on request', async () => {
    const { openai, clock } = connect();
    const tools = [{ type: 'code_interpreter' as const, container: { type: 'auto' as const } }];
    const input = 'Calculate 6 * 7 and save a csv file';
    const quiet = await openai.responses.create({ model, input, tools });
    expect(quiet.output.find(({ type }) => type === 'code_interpreter_call')).toMatchObject({
      outputs: null,
    });
    const made = await openai.responses.create({
      model,
      input,
      tools,
      include: ['code_interpreter_call.outputs'],
    });
    expect(made.output.find(({ type }) => type === 'code_interpreter_call')).toMatchObject({
      code: expect.stringContaining('6 * 7'),
      outputs: [{ type: 'logs', logs: '42\n' }],
    });
    const message = made.output.at(-1);
    const part = message?.type === 'message' ? message.content[0] : undefined;
    const file = part?.type === 'output_text' ? part.annotations[0] : undefined;
    if (file?.type !== 'container_file_citation') throw new Error('There is no file.');
    const content = await openai.containers.files.content.retrieve(file.file_id, {
      container_id: file.container_id,
    });
    expect(await content.text()).toBe('value\n42\n');
    clock.now += 20 * 60_000;
    expect(await refusalOf(openai.containers.retrieve(file.container_id))).toMatchObject({ status: 404 });
  });

  it('search the web with citations at the right positions, and return sources on request', async () => {
    const { openai } = connect();
    const made = await openai.responses.create({
      model,
      input: 'What is the latest news?',
      tools: [{ type: 'web_search' }],
      include: ['web_search_call.action.sources'],
    });
    expect(made.output.map((item) => ('phase' in item ? item.phase : item.type))).toEqual([
      'reasoning',
      'commentary',
      'web_search_call',
      'final_answer',
    ]);
    expect(made.tool_usage?.web_search.num_requests).toBe(1);
    const message = made.output.at(-1);
    const part = message?.type === 'message' ? message.content[0] : undefined;
    if (part?.type !== 'output_text') throw new Error('There is no text.');
    expect(part.annotations).toHaveLength(2);
    for (const annotation of part.annotations) {
      if (annotation.type !== 'url_citation') throw new Error('There is no citation.');
      expect(part.text.slice(annotation.start_index, annotation.end_index)).toContain(annotation.url);
    }
  });
});

describe('simulated faults', () => {
  it.each([
    ['rate-limit', { status: 429, code: 'rate_limit_exceeded' }],
    ['quota', { status: 429, code: 'insufficient_quota' }],
    ['server-error', { status: 500, type: 'server_error' }],
    ['forbidden', { status: 403 }],
    ['reset', { status: undefined }],
  ] as const)('%s', async (type, expected) => {
    const { openai, simulator } = connect();
    simulator.script({ fault: { type } });
    expect(await refusalOf(openai.responses.create({ model, input: 'x' }))).toMatchObject(expected);
    expect(await openai.responses.create({ model, input: 'x' })).toMatchObject({ status: 'completed' });
  });

  it('occur with a probability that the seed determines', async () => {
    const first = await drawOutcomes(3);
    expect(first).toEqual(await drawOutcomes(3));
    expect(first).toContain(true);
    expect(first).toContain(false);
  });

  it('can also interrupt a stream with a probability', async () => {
    const { openai } = connect({ chaos: { rate: 1, faults: [{ type: 'cut-stream', afterEvents: 4 }] } });
    const stream = await openai.responses.create({ model, input: 'Hello', stream: true });
    const seen: string[] = [];
    const read = async () => {
      for await (const event of stream) seen.push(event.type);
    };
    await expect(read()).rejects.toThrow('terminated');
    expect(seen).toHaveLength(4);
  });

  it('take the configured time', async () => {
    const slept: number[] = [];
    const sleep = async (ms: number) => void slept.push(ms);
    const { openai, simulator } = connect({ sleep, latency: { firstByteMs: 30, perEventMs: 2 } });
    simulator.script({ fault: { type: 'slow', ms: 500 } });
    const stream = await openai.responses.create({ model, input: 'Hello', stream: true });
    let events = 0;
    for await (const _event of stream) events += 1;
    expect(slept).toEqual([500, 30, ...Array.from({ length: events }, () => 2)]);
  });

  it('do not write the key to the journal', async () => {
    const { openai, simulator } = connect();
    await openai.responses.create({ model, input: 'x' });
    expect(JSON.stringify(simulator.journal)).not.toContain('sk-test');
    expect(simulator.journal).toMatchObject([
      { method: 'POST', path: '/v1/responses', body: { input: 'x' } },
    ]);
  });
});
