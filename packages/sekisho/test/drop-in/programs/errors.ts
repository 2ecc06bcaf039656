import {
  assistantMessage,
  functionCall,
  modelError,
  modelResponder,
  type ScriptedModel,
} from '@openai/agents/testing';
import { z } from 'zod';
import { observe, observeFailure, observeRequests } from '../observe.ts';
import type { Programs, Sdk } from '../program.ts';

export const errors: Programs = {
  'too many turns': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('look', {}, { callId: 'c1' })],
      [functionCall('look', {}, { callId: 'c2' })],
    );
    return {
      failure: await observeFailure(() => sdk.run(lookupAgent(sdk, scripted), 'sky?', { maxTurns: 2 })),
    };
  },

  'an error handler that returns the output of the run': async ({ sdk, model }) => {
    const scripted = model([functionCall('look', {}, { callId: 'c1' })]);
    const result = await sdk.run(lookupAgent(sdk, scripted), 'sky?', {
      maxTurns: 1,
      errorHandlers: { maxTurns: ({ error }) => ({ finalOutput: `Stopped: ${error.message}` }) },
    });
    return { result: observe(result) };
  },

  'an unknown tool': async ({ sdk, model }) => {
    const scripted = model([functionCall('unknown_tool', { a: 1 }, { callId: 'c1' })]);
    return { failure: await observeFailure(() => sdk.run(lookupAgent(sdk, scripted), 'go')) };
  },

  'an unknown tool, reported to the model': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('unknown_tool', { a: 1 }, { callId: 'c1' }), functionCall('look', {}, { callId: 'c2' })],
      [assistantMessage('Blue.')],
    );
    const result = await sdk.run(lookupAgent(sdk, scripted), 'go', {
      toolNotFoundBehavior: 'return_error_to_model',
    });
    return { result: observe(result), requests: observeRequests(scripted) };
  },

  'a model that fails': async ({ sdk, model }) => {
    const scripted = model(modelError(new RangeError('bad gateway')));
    return { failure: await observeFailure(() => sdk.run(lookupAgent(sdk, scripted), 'go')) };
  },

  'a model that fails once and is called again': async ({ sdk, model }) => {
    const scripted = model(modelError(new Error('try again'), { suggested: true, replaySafety: 'safe' }), [
      assistantMessage('Blue.'),
    ]);
    const asked: unknown[] = [];
    const agent = new sdk.Agent({
      name: 'Retrying',
      model: scripted,
      modelSettings: {
        retry: {
          maxRetries: 2,
          backoff: { initialDelayMs: 1, maxDelayMs: 1 },
          policy: ({ attempt, providerAdvice }) => {
            asked.push([attempt, providerAdvice]);
            return true;
          },
        },
      },
    });
    return { result: observe(await sdk.run(agent, 'go')), asked };
  },

  'a model that refuses': async ({ sdk, model }) => {
    const scripted = model([
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'refusal', refusal: 'I will not.' }],
      },
    ]);
    const agent = lookupAgent(sdk, scripted);
    return { failure: await observeFailure(async () => observe(await sdk.run(agent, 'go'))) };
  },

  'an empty response': async ({ sdk, model }) => {
    const scripted = model([], [assistantMessage('Here.')]);
    const outcome = await observeFailure(async () =>
      observe(await sdk.run(lookupAgent(sdk, scripted), 'go')),
    );
    return { outcome };
  },

  'a run that is aborted before it starts': async ({ sdk, model }) => {
    const scripted = model();
    const failure = await observeFailure(() =>
      sdk.run(lookupAgent(sdk, scripted), 'go', { signal: AbortSignal.abort(new Error('stop')) }),
    );
    return { failure };
  },

  'a run that is aborted during a tool call': async ({ sdk, model }) => {
    const abort = new AbortController();
    const scripted = model([functionCall('work', {}, { callId: 'c1' })]);
    const work = sdk.tool({
      name: 'work',
      description: 'Works',
      parameters: z.object({}),
      execute: async (_input, _context, details) => {
        abort.abort(new Error('stop'));
        return `aborted ${String(details?.signal?.aborted)}`;
      },
    });
    const agent = new sdk.Agent({ name: 'Worker', tools: [work], model: scripted });
    const failure = await observeFailure(() => sdk.run(agent, 'go', { signal: abort.signal }));
    return { failure };
  },

  'names that collide': async ({ sdk, model }) => {
    const scripted = model();
    const agent = lookupAgent(sdk, scripted);
    agent.tools.push(...lookupAgent(sdk, scripted).tools);
    const failure = await observeFailure(() => sdk.run(agent, 'go', { toolNameCollisionPolicy: 'error' }));
    return { failure };
  },

  'an invalid configuration': async ({ sdk, model }) => {
    const scripted = model();
    const nameless = await observeFailure(async () => new sdk.Agent({ name: '' }));
    const badTool = await observeFailure(async () =>
      sdk.tool({
        name: 'x',
        description: 'x',
        parameters: { type: 'object', properties: {}, required: [], additionalProperties: true } as const,
        strict: false,
        needsApproval: true,
        timeoutMs: -1,
        execute: async () => '',
      }),
    );
    const both = await observeFailure(() =>
      sdk.run(lookupAgent(sdk, scripted), 'go', {
        session: new sdk.MemorySession(),
        conversationId: 'conv_1',
        previousResponseId: 'resp_1',
      }),
    );
    return { nameless, badTool, both };
  },

  'conversation ids, filters and settings reach the model': async ({ sdk, model }) => {
    const scripted = model(
      modelResponder(({ request }) => [assistantMessage(`asked ${String(request.previousResponseId)}`)]),
    );
    const agent = new sdk.Agent({
      name: 'Host',
      instructions: 'Be kind.',
      model: scripted,
      modelSettings: { temperature: 0.2, maxTokens: 10 },
    });
    const runner = new sdk.Runner({
      modelSettings: { topP: 0.5, temperature: 0.9 },
      workflowName: 'flow',
      callModelInputFilter: async ({ modelData }) => ({
        instructions: `${modelData.instructions} And short.`,
        input: modelData.input.slice(-1),
      }),
    });
    const result = await runner.run(agent, [sdk.user('a'), sdk.user('b')], {
      previousResponseId: 'resp_before',
    });
    return { result: observe(result), requests: observeRequests(scripted) };
  },

  'a model from a provider, by name': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('from provider')]);
    const asked: unknown[] = [];
    const runner = new sdk.Runner({
      modelProvider: {
        getModel: (name) => {
          asked.push(name);
          return scripted;
        },
      },
    });
    const result = await runner.run(new sdk.Agent({ name: 'Host', model: 'my-model' }), 'go');
    const ofRunner = new sdk.Runner({ model: model([assistantMessage('from the runner')]) });
    const second = await ofRunner.run(new sdk.Agent({ name: 'Host' }), 'go');
    return { result: observe(result), second: observe(second), asked };
  },
};

function lookupAgent(sdk: Sdk, model: ScriptedModel) {
  const look = sdk.tool({
    name: 'look',
    description: 'Looks',
    parameters: z.object({}),
    execute: async () => 'blue',
  });
  return new sdk.Agent({ name: 'Looker', tools: [look], model });
}
