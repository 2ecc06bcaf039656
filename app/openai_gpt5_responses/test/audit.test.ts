import { describe, expect, it } from 'vitest';
import { createHarness, credentials, invokeLlm, KEY } from './plugin-harness.ts';

const secretWords = {
  prompt: 'my-private-prompt',
  schema: 'my_private_field',
  argument: 'my-private-argument',
};
const request = (change: object = {}) =>
  invokeLlm({
    prompt_messages: [
      { role: 'user', content: secretWords.prompt },
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'lookup', arguments: `{"q":"${secretWords.argument}"}` },
          },
        ],
      },
      { role: 'tool', content: 'x', tool_call_id: 'c1' },
    ],
    tools: [{ name: 'lookup', description: '', parameters: { type: 'object' } }],
    model_parameters: {
      response_format: 'json_schema',
      json_schema: JSON.stringify({ schema: { type: 'object', properties: { [secretWords.schema]: {} } } }),
    },
    ...change,
  });

describe('the audit log', () => {
  it('records a request and its success with names and numbers', async () => {
    const { ask } = createHarness({}, { isAudited: true });
    const { logs } = await ask(request());
    const events = logs.map(({ message }) => JSON.parse(message));
    expect(events).toMatchObject([
      {
        event: 'responses_api_request',
        model: 'gpt-5.2',
        response_format: 'json_schema',
        stream: true,
        tool_count: 1,
        input_message_count: 3,
        base_url_host: '127.0.0.1:9',
        use_custom_base_url: true,
      },
      {
        event: 'responses_api_success',
        response_model: 'gpt-5.2',
        request_id: expect.any(String),
      },
    ]);
  });

  it('records an error with its codes', async () => {
    const { ask } = createHarness({ apiKeys: ['sk-another-key-00000'] }, { isAudited: true });
    const { logs } = await ask(request());
    expect(JSON.parse(logs[1]?.message ?? '{}')).toMatchObject({
      event: 'responses_api_error',
      status_code: 401,
      code: 'invalid_api_key',
      error_type: 'authentication',
    });
  });

  it('contains no key, prompt, schema or argument', async () => {
    const { ask } = createHarness({}, { isAudited: true });
    const { logs } = await ask(request());
    expect(logs).toHaveLength(2);
    for (const secret of [KEY, ...Object.values(secretWords)]) {
      expect(logs.map(({ message }) => message).join('')).not.toContain(secret);
    }
  });

  it('is empty unless it is enabled', async () => {
    const { ask } = createHarness();
    const { logs } = await ask(request({ credentials }));
    expect(logs).toEqual([]);
  });
});
