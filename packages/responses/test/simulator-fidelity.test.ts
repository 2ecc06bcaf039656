import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../src/simulator/index.ts';

const model = 'gpt-6.1-sol';
const weather = {
  type: 'function' as const,
  name: 'get_weather',
  description: 'Current weather of a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
  strict: true,
};

function connect(options: SimulatorOptions = {}) {
  const simulator = createSimulator(options);
  return { simulator, openai: new OpenAI({ apiKey: 'sk-test', fetch: simulator.fetch, maxRetries: 0 }) };
}

// The helper adds parsed fields, and the plain call adds the id of the request.
const ADDED = new Set(['parsed', 'parsed_arguments', '_request_id']);

function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (key, field: unknown) => (ADDED.has(key) ? undefined : field));
  return JSON.parse(text) as unknown;
}

describe("the simulator's streams in openai's own accumulator", () => {
  it.each([
    ['an answer', { input: 'こんにちは' }],
    ['a function call', { input: 'What is the weather in Paris?', tools: [weather] }],
    ['a web search', { input: 'What is new today?', tools: [{ type: 'web_search' as const }] }],
    [
      'a code run with a file',
      {
        input: 'Calculate 12 * (3 + 4) and write a csv',
        tools: [{ type: 'code_interpreter' as const, container: { type: 'auto' as const } }],
        include: ['code_interpreter_call.outputs' as const],
      },
    ],
    ['a truncated answer', { input: 'Tell me about trains.', max_output_tokens: 16 }],
    ['a background response', { input: 'Tell me about trains.', background: true }],
  ])('result for %s in the same response as the call without streaming', async (_case, params) => {
    const whole = await connect({ seed: 7, now: () => 1e12 }).openai.responses.create({ model, ...params });
    const stream = connect({ seed: 7, now: () => 1e12 }).openai.responses.stream({ model, ...params });
    const numbers: number[] = [];
    stream.on('event', (event) => numbers.push(event.sequence_number));
    const { output_parsed: _parsed, ...streamed } = await stream.finalResponse();

    expect(plain(streamed)).toEqual(plain(whole));
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect(numbers.length).toBeGreaterThan(3);
  });
});
