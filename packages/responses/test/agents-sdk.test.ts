import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSimulator } from '../src/simulator/index.ts';

setTracingDisabled(true);

const model = 'gpt-6.1-sol';

function connect(useResponses: boolean) {
  const simulator = createSimulator();
  const openAIClient = new OpenAI({ apiKey: 'sk-test', fetch: simulator.fetch, maxRetries: 0 });
  const modelProvider = new OpenAIProvider({ openAIClient, useResponses });
  return { simulator, runner: new Runner({ modelProvider, tracingDisabled: true }) };
}

function weatherAgent(asked: string[]) {
  return new Agent({
    name: 'Weather',
    model,
    instructions: 'Answer questions about the weather.',
    tools: [
      tool({
        name: 'get_weather',
        description: 'Current weather of a city',
        parameters: z.object({ city: z.string() }),
        execute: async ({ city }) => {
          asked.push(city);
          return `Sunny in ${city}`;
        },
      }),
    ],
  });
}

describe.each([
  ['Responses', true],
  ['Chat Completions', false],
])('the Agents SDK on the simulated %s API', (_api, useResponses) => {
  it('calls a tool and reports its result', async () => {
    const asked: string[] = [];
    const { runner } = connect(useResponses);
    const result = await runner.run(weatherAgent(asked), 'What is the weather in Paris?');
    expect(asked).toEqual(['Paris']);
    expect(result.finalOutput).toContain('Sunny in Paris');
  });

  it('streams text and tool calls', async () => {
    const asked: string[] = [];
    const { runner } = connect(useResponses);
    const result = await runner.run(weatherAgent(asked), '京都の天気は？', { stream: true });
    let text = '';
    const items: string[] = [];
    for await (const event of result) {
      if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta')
        text += event.data.delta;
      if (event.type === 'run_item_stream_event') items.push(event.name);
    }
    await result.completed;
    expect(asked).toEqual(['京都']);
    expect(items).toContain('tool_called');
    expect(items).toContain('tool_output');
    expect(text).toBe(result.finalOutput);
    expect(text).toContain('Sunny in 京都');
  });

  it('parses structured output', async () => {
    const { runner } = connect(useResponses);
    const outputType = z.object({ city: z.string(), degrees: z.number(), mood: z.enum(['calm', 'happy']) });
    const agent = new Agent({ name: 'Reporter', model, outputType });
    const result = await runner.run(agent, 'Write a happy report of 25 degrees');
    expect(result.finalOutput).toMatchObject({ mood: 'happy' });
  });

  it('transfers a conversation to another agent', async () => {
    const { runner } = connect(useResponses);
    const refunds = new Agent({ name: 'Refunds', model, handoffDescription: 'Handles every refund' });
    const support = Agent.create({ name: 'Support', model, handoffs: [refunds] });
    const result = await runner.run(support, 'I want a refund');
    expect(result.lastAgent?.name).toBe('Refunds');
  });
});

describe('the Agents SDK on the simulated Responses API', () => {
  it('continues a conversation by its previous response', async () => {
    const { runner } = connect(true);
    const agent = new Agent({ name: 'Host', model });
    const first = await runner.run(agent, 'My name is Mika.');
    const second = await runner.run(agent, 'What is my name?', {
      previousResponseId: first.lastResponseId ?? '',
    });
    expect(second.finalOutput).toBe('Your name is Mika.');
  });
});
