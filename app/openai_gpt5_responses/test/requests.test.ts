import { describe, expect, it } from 'vitest';
import { readAllowedBaseUrls } from '../internal/allowed-base-urls.ts';
import { createHarness, credentials, invokeLlm, KEY, modelRequest } from './plugin-harness.ts';

async function sentFor(change: object) {
  const { ask, simulator } = createHarness();
  const { session, logs } = await ask(invokeLlm(change));
  return { body: simulator.journal[0]?.body, count: simulator.journal.length, errors: session.errors, logs };
}

const tool = { name: 'lookup', description: 'Looks it up', parameters: { type: 'object', properties: {} } };

describe('the parameters of a model', () => {
  it.each([
    [
      {},
      {
        max_output_tokens: 8192,
        reasoning: { effort: 'medium', summary: 'auto' },
        text: { verbosity: 'medium' },
      },
    ],
    [{}, { tool_choice: 'auto', parallel_tool_calls: true, stream: true, store: false }],
    [{ max_output_tokens: 100 }, { max_output_tokens: 100 }],
    [{ reasoning_effort: 'xhigh' }, { reasoning: { effort: 'xhigh' } }],
    [{ reasoning_summary: 'concise' }, { reasoning: { summary: 'concise' } }],
    [{ verbosity: 'high' }, { text: { verbosity: 'high' } }],
    [{ tool_choice: 'required' }, { tool_choice: 'required' }],
    [{ tool_choice: 'lookup' }, { tool_choice: { type: 'function', name: 'lookup' } }],
    [{ parallel_tool_calls: '0' }, { parallel_tool_calls: false }],
    [{ parallel_tool_calls: 1 }, { parallel_tool_calls: true }],
    [{ enable_stream: 'false' }, { stream: false }],
    [
      { response_format: 'json_schema', json_schema: '{"schema":{"type":"object"},"strict":"0"}' },
      {
        text: {
          format: { type: 'json_schema', name: 'response', schema: { type: 'object' }, strict: false },
        },
      },
    ],
  ])('%j become %j', async (model_parameters, expected) => {
    const { body, errors } = await sentFor({ model_parameters, tools: [tool] });
    expect(errors).toEqual([]);
    expect(body).toMatchObject(expected);
  });

  it.each([
    ['max_output_tokens', { max_output_tokens: 128_001 }],
    ['max_output_tokens', { max_output_tokens: 0 }],
    ['reasoning_effort', { reasoning_effort: 'huge' }],
    ['parallel_tool_calls', { parallel_tool_calls: 'yes' }],
    ['enable_stream', { enable_stream: 2 }],
    ['show_reasoning', { show_reasoning: 'maybe' }],
    ['tool_choice', { tool_choice: 'no_such_tool' }],
    ['json_schema', { response_format: 'json_schema' }],
    ['json_schema', { response_format: 'json_schema', json_schema: '[]' }],
    ['json_schema', { response_format: 'json_schema', json_schema: '{' }],
    ['json_schema', { response_format: 'json_schema', json_schema: '{"name":"a"}' }],
    ['json_schema.strict', { response_format: 'json_schema', json_schema: '{"schema":{},"strict":"yes"}' }],
  ])('an invalid %s is rejected before anything is sent: %j', async (name, model_parameters) => {
    const { count, errors } = await sentFor({ model_parameters, tools: [tool] });
    expect(count).toBe(0);
    expect(errors).toMatchObject([
      { error_type: 'InvokeBadRequestError', message: expect.stringContaining(name) },
    ]);
    const [, japanese = ''] = errors[0]?.message.split(' / ') ?? [];
    expect(japanese).toContain(`「${name}」`);
  });

  it('that a model does not support are replaced with the nearest ones, which is logged', async () => {
    const { body, logs } = await sentFor({
      model: 'gpt-5.2-pro',
      model_parameters: { reasoning_effort: 'none' },
    });
    expect(body).toMatchObject({ reasoning: { effort: 'medium' } });
    expect(logs.map(({ message }) => message)).toEqual([expect.stringContaining('medium, high, xhigh')]);
  });

  it.each([
    [{ mode: 'none' }, 'none'],
    [
      { mode: 'tool', name: 'lookup' },
      { type: 'function', name: 'lookup' },
    ],
    [{ mode: 'tool', name: null }, 'required'],
  ])('are overridden by the tool choice of Dify: %j', async (tool_choice, expected) => {
    const { body } = await sentFor({ tool_choice, tools: [tool], model_parameters: { tool_choice: 'auto' } });
    expect(body?.['tool_choice']).toEqual(expected);
  });

  it('are overridden by a schema of Dify', async () => {
    const { body } = await sentFor({ json_schema: { type: 'object', properties: {} } });
    expect(body).toMatchObject({ text: { format: { type: 'json_schema', schema: { type: 'object' } } } });
  });

  it('request no reasoning from a model without reasoning', async () => {
    const { body, errors } = await sentFor({ model: 'gpt-4.1' });
    expect(errors).toEqual([]);
    expect(body).not.toHaveProperty('reasoning');
    expect(body).not.toHaveProperty('include');
  });

  it('reject a tool without a name', async () => {
    const { count, errors } = await sentFor({ tools: [{ ...tool, name: ' ' }] });
    expect(count).toBe(0);
    expect(errors).toMatchObject([{ error_type: 'InvokeBadRequestError' }]);
  });
});

describe('the prompt', () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'lookup', arguments: '{"q":1}' } };
  const result = { role: 'tool', content: '', tool_call_id: 'call_1', name: 'lookup' };
  const callItem = { type: 'function_call', call_id: 'call_1', name: 'lookup', arguments: '{"q":1}' };
  const resultItem = { type: 'function_call_output', call_id: 'call_1', output: '' };

  it.each([
    [
      'texts as input_text',
      [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', data: 'a' },
            { type: 'text', data: 'b' },
          ],
        },
      ],
      [
        { role: 'system', content: [{ type: 'input_text', text: 'Be brief.' }] },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'a' },
            { type: 'input_text', text: 'b' },
          ],
        },
      ],
    ],
    [
      'calls and empty results',
      [{ role: 'assistant', content: 'Looking.', tool_calls: [call] }, result],
      [{ role: 'assistant', content: 'Looking.' }, callItem, resultItem],
    ],
    [
      'no reasoning of the assistant',
      [
        {
          role: 'assistant',
          content: '<think>\nHm. <think>deeper</think>\n</think>\nYes, <think> is a tag.',
        },
        { role: 'assistant', content: '<think>\nnever closed' },
        { role: 'assistant', content: '<think>a</think>', tool_calls: [call] },
        result,
      ],
      [{ role: 'assistant', content: 'Yes, <think> is a tag.' }, callItem, resultItem],
    ],
  ])('contains %s', async (_case, prompt_messages, expected) => {
    const { body, errors } = await sentFor({ prompt_messages });
    expect(errors).toEqual([]);
    expect(body?.['input']).toEqual(expected);
  });

  it.each([
    ['no id', { ...call, id: '' }],
    ['a null id', { ...call, id: null }],
    ['no name', { ...call, function: { name: ' ', arguments: '{}' } }],
    ['a null name', { ...call, function: { name: null, arguments: null } }],
    ['no function', { id: 'call_1', type: null, function: null }],
  ])('skips a tool call with %s and its result, and logs this', async (_case, broken) => {
    const good = { ...call, id: 'call_2' };
    const { body, errors, logs } = await sentFor({
      prompt_messages: [
        { role: 'user', content: 'Look it up.' },
        { role: 'assistant', content: 'Looking.', tool_calls: [broken, good] },
        { ...result, tool_call_id: broken.id },
        { ...result, tool_call_id: 'call_2' },
      ],
    });
    expect(errors).toEqual([]);
    expect(body?.['input']).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: 'Look it up.' }] },
      { role: 'assistant', content: 'Looking.' },
      { ...callItem, call_id: 'call_2' },
      { ...resultItem, call_id: 'call_2' },
    ]);
    expect(logs).toMatchObject([{ level: 'WARNING', message: expect.stringMatching(/^1 tool calls/) }]);
  });

  it('keeps the result of a complete call that shares its id with an incomplete one', async () => {
    const broken = { ...call, function: { name: '', arguments: '{"q":1}' } };
    const { body, errors } = await sentFor({
      prompt_messages: [{ role: 'assistant', content: '', tool_calls: [call, broken] }, result],
    });
    expect(errors).toEqual([]);
    expect(body?.['input']).toEqual([callItem, resultItem]);
  });

  it('skips an assistant message that contains only such a call', async () => {
    const broken = { ...call, id: '' };
    const { body, errors } = await sentFor({
      prompt_messages: [
        { role: 'assistant', content: '', tool_calls: [broken] },
        { role: 'user', content: 'Continue.' },
      ],
    });
    expect(errors).toEqual([]);
    expect(body?.['input']).toEqual([{ role: 'user', content: [{ type: 'input_text', text: 'Continue.' }] }]);
  });

  it('with an image is rejected with its type, because only text is supported', async () => {
    const image = { type: 'image', url: 'https://example.com/a.png', data: '' };
    const { count, errors } = await sentFor({ prompt_messages: [{ role: 'user', content: [image] }] });
    expect(count).toBe(0);
    expect(errors).toMatchObject([
      { error_type: 'InvokeBadRequestError', message: expect.stringContaining('image') },
    ]);
  });

  it('has an upper estimate of its tokens', async () => {
    const { ask } = createHarness();
    const count = async (content: string) => {
      const request = modelRequest('get_llm_num_tokens', {
        prompt_messages: [{ role: 'user', content }],
        tools: [tool],
      });
      const [item] = (await ask(request)).session.items as unknown as { num_tokens: number }[];
      return item?.num_tokens ?? 0;
    };
    const nothing = await count('');
    expect((await count('four letters a token')) - nothing).toBe(5);
    expect((await count('関所を通る')) - nothing).toBe(5);
  });
});

describe('credentials', () => {
  it('are checked by listing models', async () => {
    const { ask, simulator } = createHarness();
    const { session } = await ask(modelRequest('validate_provider_credentials'));
    expect(session.items).toEqual([{ result: true, credentials }]);
    expect(simulator.journal).toMatchObject([{ method: 'GET', path: '/v1/models' }]);
  });

  it('of one model are checked with the cheapest request', async () => {
    const { ask, simulator } = createHarness();
    const { session } = await ask(modelRequest('validate_model_credentials', { model: 'gpt-5-mini' }));
    expect(session.items).toMatchObject([{ result: true }]);
    expect(simulator.journal[0]?.body).toMatchObject({
      model: 'gpt-5-mini',
      input: 'ping',
      max_output_tokens: 16,
    });
  });

  it.each(['validate_provider_credentials', 'validate_model_credentials'])(
    'that OpenAI rejects fail %s without showing the key',
    async (action) => {
      const { ask } = createHarness({ apiKeys: ['sk-another-key-00000'] });
      const { session, lines } = await ask(modelRequest(action));
      expect(session.errors).toMatchObject([{ error_type: 'CredentialsValidateFailedError' }]);
      expect(lines.join('')).not.toContain(KEY);
    },
  );

  it.each([
    ['openai_api_key', { openai_api_key: ' ' }],
    ['openai_api_base', { ...credentials, openai_api_base: 'ftp://example.com' }],
    ['request_timeout_seconds', { ...credentials, request_timeout_seconds: 'soon' }],
    ['max_retries', { ...credentials, max_retries: '1.5' }],
  ])('with an invalid %s fail before anything is sent', async (name, form) => {
    const { ask, simulator } = createHarness();
    const { session } = await ask(modelRequest('validate_provider_credentials', { credentials: form }));
    expect(simulator.journal).toEqual([]);
    expect(session.errors).toMatchObject([
      { error_type: 'CredentialsValidateFailedError', message: expect.stringContaining(name) },
    ]);
  });

  it.each([
    ['https://gateway.example', '/v1/models'],
    ['https://gateway.example/openai/v1/', '/openai/v1/models'],
  ])('with the base %s reach %s with key and organization', async (openai_api_base, path) => {
    const seen: { path: string; headers: Headers }[] = [];
    const { ask } = createHarness(
      {},
      {
        allowedBaseUrls: readAllowedBaseUrls('gateway.example, https://gateway.example/openai/v1'),
        fetch: async (input, init) => {
          const request = new Request(input, init);
          seen.push({ path: new URL(request.url).pathname, headers: request.headers });
          return Response.json({ object: 'list', data: [] });
        },
      },
    );
    const form = { openai_api_key: ` ${KEY} `, openai_organization: ' org-1 ', openai_api_base };
    await ask(modelRequest('validate_provider_credentials', { credentials: form }));
    expect(seen.map((request) => request.path)).toEqual([path]);
    expect(seen[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
    expect(seen[0]?.headers.get('openai-organization')).toBe('org-1');
  });
});

describe('a custom model', () => {
  it.each([
    ['gpt-5.2-pro-mine', ['medium', 'high', 'xhigh'], 400_000],
    ['my-deployment', ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'], 400_000],
    ['gpt-6-sol-eu', ['none', 'low', 'medium', 'high', 'xhigh', 'max'], 1_050_000],
  ])('%s has the parameters of similar models, and no price', async (model, options, context_size) => {
    const { ask } = createHarness();
    const { session } = await ask(modelRequest('get_ai_model_schemas', { model }));
    const [item] = session.items as unknown as {
      model_schema: { parameter_rules: { name: string; options?: string[] }[] };
    }[];
    expect(item?.model_schema).toMatchObject({
      model,
      model_type: 'llm',
      fetch_from: 'customizable-model',
      deprecated: false,
      model_properties: { mode: 'chat', context_size },
    });
    expect(item?.model_schema).not.toHaveProperty('pricing');
    const effort = item?.model_schema.parameter_rules.find(({ name }) => name === 'reasoning_effort');
    expect(effort?.options).toEqual(options);
  });
});
