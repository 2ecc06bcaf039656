import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../index.ts';

const model = 'gpt-6.1-sol';
const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'get_weather',
      description: '指定した都市の天気を返す',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
];

function connect() {
  return new OpenAI({ apiKey: 'sk-test', fetch: createSimulator().fetch, maxRetries: 0 });
}

describe('the simulated Chat Completions API', () => {
  it('responds with usage', async () => {
    const made = await connect().chat.completions.create({
      model,
      messages: [{ role: 'user', content: '2 + 3 * 4' }],
    });
    expect(made.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: '2 + 3 * 4 = 14.' } });
    expect(made.usage?.total_tokens).toBeGreaterThan(0);
  });

  it('calls a tool and then reports its result', async () => {
    const openai = connect();
    const ask = { role: 'user' as const, content: '大阪の天気は？' };
    const first = await openai.chat.completions.create({ model, tools, messages: [ask] });
    const call = first.choices[0]?.message.tool_calls?.[0];
    if (call?.type !== 'function') throw new Error('There is no call.');
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    expect(JSON.parse(call.function.arguments)).toEqual({ city: '大阪' });
    const second = await openai.chat.completions.create({
      model,
      tools,
      messages: [
        ask,
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: '晴れ' },
      ],
    });
    expect(second.choices[0]?.message.content).toContain('晴れ');
  });

  it.each([
    ['an answer', { messages: [{ role: 'user' as const, content: 'Hello' }] }],
    ['a tool call', { messages: [{ role: 'user' as const, content: 'weather in Paris' }], tools }],
  ])("streams %s so that openai's own helper accepts it", async (_case, params) => {
    const stream = connect().chat.completions.stream({
      model,
      ...params,
      stream_options: { include_usage: true },
    });
    const streamed = await stream.finalChatCompletion();
    const whole = await connect().chat.completions.create({ model, ...params });
    expect(streamed.choices[0]).toMatchObject({
      finish_reason: whole.choices[0]?.finish_reason,
      message: { content: whole.choices[0]?.message.content },
    });
    expect(streamed.choices[0]?.message.tool_calls?.length).toBe(
      whole.choices[0]?.message.tool_calls?.length,
    );
    expect(streamed.usage).toEqual(whole.usage);
  });

  it.each([
    [
      'an unknown model',
      { model: 'gpt-99', messages: [{ role: 'user', content: 'x' }] },
      404,
      'model_not_found',
    ],
    ['no messages', { model }, 400, 'missing_required_parameter'],
    ['invalid messages', { model, messages: 'hi' }, 400, 'invalid_type'],
  ])('rejects %s', async (_case, body, status, code) => {
    await expect(connect().post('/chat/completions', { body })).rejects.toMatchObject({ status, code });
  });
});
