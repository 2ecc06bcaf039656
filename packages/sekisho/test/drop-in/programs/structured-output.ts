import { assistantMessage, functionCall } from '@openai/agents/testing';
import { z } from 'zod';
import { observe, observeFailure, observeRequests } from '../observe.ts';
import type { Programs } from '../program.ts';

const calendarEvent = z.object({ name: z.string(), participants: z.array(z.string()) });

export const structuredOutput: Programs = {
  'an output type from zod': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('{"name":"Tea","participants":["Ann","Bob"]}')]);
    const agent = new sdk.Agent({ name: 'Extractor', outputType: calendarEvent, model: scripted });
    const result = await sdk.run(agent, 'Ann and Bob have tea');
    return {
      result: observe(result),
      people: result.finalOutput?.participants.map((person) => person.toUpperCase()),
      requests: observeRequests(scripted),
    };
  },

  'an output type from a JSON schema': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('{"ok":true}')]);
    const agent = new sdk.Agent({
      name: 'Checker',
      model: scripted,
      outputType: {
        type: 'json_schema',
        name: 'check',
        strict: true,
        schema: {
          type: 'object',
          properties: { ok: { type: 'boolean' } },
          required: ['ok'],
          additionalProperties: false,
        },
      },
    });
    return { result: observe(await sdk.run(agent, 'ok?')), requests: observeRequests(scripted) };
  },

  'a response that does not match the output type': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('{"name":"Tea"}')]);
    const agent = new sdk.Agent({ name: 'Extractor', outputType: calendarEvent, model: scripted });
    return { failure: await observeFailure(() => sdk.run(agent, 'tea')) };
  },

  'agents of different output types in one run': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('transfer_to_Planner', {}, { callId: 'h1' })],
      [assistantMessage('{"name":"Walk","participants":[]}')],
    );
    const planner = new sdk.Agent({ name: 'Planner', outputType: calendarEvent, model: scripted });
    const coordinator = sdk.Agent.create({ name: 'Coordinator', handoffs: [planner], model: scripted });
    return { result: observe(await sdk.run(coordinator, 'plan a walk')) };
  },

  'a structured output after a tool call, streamed': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('people', {}, { callId: 'c1' })],
      [assistantMessage('{"name":"Tea","participants":["Ann"]}')],
    );
    const people = sdk.tool({
      name: 'people',
      description: 'Who comes',
      parameters: z.object({}),
      execute: async () => ['Ann'],
    });
    const agent = new sdk.Agent({
      name: 'Extractor',
      outputType: calendarEvent,
      tools: [people],
      model: scripted,
    });
    const stream = await sdk.run(agent, 'tea', { stream: true });
    await stream.completed;
    return { result: observe(stream) };
  },
};
