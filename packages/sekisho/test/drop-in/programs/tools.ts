import { assistantMessage, functionCall } from '@openai/agents/testing';
import { z } from 'zod';
import { observe, observeFailure, observeRequests } from '../observe.ts';
import type { Programs } from '../program.ts';

const sum = z.object({ a: z.number(), b: z.number() });

export const tools: Programs = {
  'a tool with zod parameters': async ({ sdk, model }) => {
    const seen: unknown[] = [];
    const weather = sdk.tool({
      name: 'get_weather',
      description: 'Get the weather for a city',
      parameters: z.object({ city: z.string(), unit: z.enum(['c', 'f']).default('c') }),
      execute: async ({ city, unit }, context, details) => {
        seen.push([city, unit, context instanceof sdk.RunContext, details?.toolCall?.callId]);
        return `It is sunny in ${city} (${unit}).`;
      },
    });
    const scripted = model(
      [functionCall('get_weather', { city: 'Kyoto', unit: 'c' }, { callId: 'c1' })],
      [assistantMessage('Sunny.')],
    );
    const agent = new sdk.Agent({
      name: 'Weather',
      instructions: 'Answer.',
      tools: [weather],
      model: scripted,
    });
    const result = await sdk.run(agent, 'What is the weather in Kyoto?');
    return { result: observe(result), seen, requests: observeRequests(scripted) };
  },

  'a tool with a JSON schema, strict and not': async ({ sdk, model }) => {
    const strict = sdk.tool({
      name: 'add',
      description: 'Adds',
      parameters: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
      strict: true,
      execute: async (input) => {
        const { a, b } = sum.parse(input);
        return a + b;
      },
    });
    const loose = sdk.tool({
      name: 'note',
      description: 'Takes anything',
      parameters: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: [],
        additionalProperties: true,
      },
      strict: false,
      execute: async (input) => ({ kept: input }),
    });
    const scripted = model(
      [
        functionCall('add', { a: 2, b: 3 }, { callId: 'c1' }),
        functionCall('note', { text: 'x', extra: [1, { deep: true }] }, { callId: 'c2' }),
      ],
      [assistantMessage('5')],
    );
    const agent = new sdk.Agent({ name: 'Adder', tools: [strict, loose], model: scripted });
    return { result: observe(await sdk.run(agent, 'Add 2 and 3')), requests: observeRequests(scripted) };
  },

  'the values that a tool may return': async ({ sdk, model }) => {
    const returns = (name: string, value: unknown) =>
      sdk.tool({ name, description: name, parameters: z.object({}), execute: async () => value });
    const scripted = model(
      ['plain', 'number', 'object', 'list', 'nothing', 'image', 'structured'].map((name) =>
        functionCall(name, {}, { callId: `call_${name}` }),
      ),
      [assistantMessage('done')],
    );
    const agent = new sdk.Agent({
      name: 'Returner',
      model: scripted,
      tools: [
        returns('plain', 'words'),
        returns('number', 42),
        returns('object', { a: [1, null] }),
        returns('list', ['a', 'b']),
        returns('nothing', undefined),
        returns('image', { type: 'image', image: 'https://example.com/cat.png' }),
        returns('structured', [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ]),
      ],
    });
    return { result: observe(await sdk.run(agent, 'go')), requests: observeRequests(scripted) };
  },

  'a tool that throws, with the default message': async ({ sdk, model }) => {
    const scripted = model([functionCall('fail', {}, { callId: 'c1' })], [assistantMessage('sorry')]);
    const fail = sdk.tool({
      name: 'fail',
      description: 'Fails',
      parameters: z.object({}),
      execute: async () => {
        throw new Error('disk on fire');
      },
    });
    const agent = new sdk.Agent({ name: 'Failing', tools: [fail], model: scripted });
    return { result: observe(await sdk.run(agent, 'go')) };
  },

  'a tool that throws, with its own error function': async ({ sdk, model }) => {
    const scripted = model([functionCall('fail', { n: 7 }, { callId: 'c1' })], [assistantMessage('sorry')]);
    const fail = sdk.tool({
      name: 'fail',
      description: 'Fails',
      parameters: z.object({ n: z.number() }),
      errorFunction: (_context, error) => `Handled: ${error instanceof Error ? error.message : 'other'}`,
      execute: async () => {
        throw new RangeError('too far');
      },
    });
    const agent = new sdk.Agent({ name: 'Failing', tools: [fail], model: scripted });
    return { result: observe(await sdk.run(agent, 'go')) };
  },

  'a tool that throws, without an error function': async ({ sdk, model }) => {
    const scripted = model([functionCall('fail', {}, { callId: 'c1' })]);
    const fail = sdk.tool({
      name: 'fail',
      description: 'Fails',
      parameters: z.object({}),
      errorFunction: null,
      execute: async () => {
        throw new TypeError('no handler');
      },
    });
    const agent = new sdk.Agent({ name: 'Failing', tools: [fail], model: scripted });
    return { failure: await observeFailure(() => sdk.run(agent, 'go')) };
  },

  'arguments that do not match a zod schema': async ({ sdk, model }) => {
    const ran: string[] = [];
    const scripted = model(
      [functionCall('count', { n: 'three' }, { callId: 'c1' })],
      [functionCall('count', '{"n": 3', { callId: 'c2' })],
      [functionCall('count', { n: 3 }, { callId: 'c3' })],
      [assistantMessage('3')],
    );
    const count = sdk.tool({
      name: 'count',
      description: 'Counts',
      parameters: z.object({ n: z.number() }),
      execute: async ({ n }) => {
        ran.push(String(n));
        return 'counted';
      },
    });
    const agent = new sdk.Agent({ name: 'Counter', tools: [count], model: scripted });
    return { result: observe(await sdk.run(agent, 'go')), ran };
  },

  'a tool with a timeout that returns a message to the model': async ({ sdk, model }) => {
    const scripted = model([functionCall('slow', {}, { callId: 'c1' })], [assistantMessage('too slow')]);
    const slow = sdk.tool({
      name: 'slow',
      description: 'Slow',
      parameters: z.object({}),
      timeoutMs: 10,
      timeoutErrorFunction: (_context, error) => `Gave up: ${error.toolName} after ${error.timeoutMs}`,
      execute: answerLate,
    });
    const agent = new sdk.Agent({ name: 'Patient', tools: [slow], model: scripted });
    return { result: observe(await sdk.run(agent, 'go')) };
  },

  'a tool with a timeout that throws': async ({ sdk, model }) => {
    const scripted = model([functionCall('slow', {}, { callId: 'c1' })]);
    const slow = sdk.tool({
      name: 'slow',
      description: 'Slow',
      parameters: z.object({}),
      timeoutMs: 10,
      timeoutBehavior: 'raise_exception',
      execute: answerLate,
    });
    const agent = new sdk.Agent({ name: 'Patient', tools: [slow], model: scripted });
    return { failure: await observeFailure(() => sdk.run(agent, 'go')) };
  },

  'tools that are disabled for some runs': async ({ sdk, model }) => {
    const scripted = model([functionCall('open', {}, { callId: 'c1' })], [assistantMessage('done')]);
    const gated = (name: string, isEnabled: boolean | (() => boolean)) =>
      sdk.tool({ name, description: name, parameters: z.object({}), isEnabled, execute: async () => name });
    const agent = new sdk.Agent({
      name: 'Selective',
      tools: [gated('open', true), gated('closed', false), gated('asked', () => false)],
      model: scripted,
    });
    return { result: observe(await sdk.run(agent, 'go')), requests: observeRequests(scripted) };
  },

  'many calls in one turn retain their order': async ({ sdk, model }) => {
    const order: string[] = [];
    // The calls end in another order than they start, independent of the load of the machine.
    const endsAfter: Readonly<Record<number, string>> = { 15: 'end 5', 30: 'end 15' };
    const scripted = model(
      [30, 5, 15].map((ms, index) => functionCall('wait', { ms }, { callId: `c${index}` })),
      [assistantMessage('all done')],
    );
    const wait = sdk.tool({
      name: 'wait',
      description: 'Waits',
      parameters: z.object({ ms: z.number() }),
      execute: async ({ ms }) => {
        order.push(`start ${ms}`);
        while (!order.includes(endsAfter[ms] ?? `start ${ms}`))
          await new Promise((resolve) => void setTimeout(resolve, 1));
        order.push(`end ${ms}`);
        return `waited ${ms}`;
      },
    });
    const agent = new sdk.Agent({ name: 'Waiter', tools: [wait], model: scripted });
    const parallel = observe(await sdk.run(agent, 'go'));
    scripted.enqueue(
      [12, 4].map((ms, index) => functionCall('wait', { ms }, { callId: `d${index}` })),
      [assistantMessage('again')],
    );
    const oneByOne = await sdk.run(agent, 'go', { toolExecution: { maxFunctionToolConcurrency: 1 } });
    return { parallel, oneByOne: observe(oneByOne), order };
  },

  'tools in a namespace, an output schema and custom data': async ({ sdk, model }) => {
    const find = sdk.tool({
      name: 'find',
      description: 'Finds a customer',
      parameters: z.object({ id: z.string() }),
      outputSchema: z.object({ name: z.string() }),
      customDataExtractor: () => ({ shown: true }),
      execute: async ({ id }) => ({ name: `customer ${id}` }),
    });
    const scripted = model(
      [functionCall('find', { id: '7' }, { callId: 'c1', namespace: 'crm' })],
      [assistantMessage('found')],
    );
    const agent = new sdk.Agent({
      name: 'Clerk',
      tools: sdk.toolNamespace({ name: 'crm', description: 'Customers', tools: [find] }),
      model: scripted,
    });
    return { result: observe(await sdk.run(agent, 'find 7')), requests: observeRequests(scripted) };
  },
};

/** Returns after the time limit of its call, also on a slow machine. */
function answerLate(
  _input: unknown,
  _context: unknown,
  details?: { readonly signal?: AbortSignal | undefined },
): Promise<string> {
  return new Promise((resolve) => {
    const answer = () => void setTimeout(resolve, 20, 'late');
    details?.signal?.addEventListener('abort', answer, { once: true });
  });
}
