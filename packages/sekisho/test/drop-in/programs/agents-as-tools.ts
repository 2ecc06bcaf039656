import { assistantMessage, functionCall } from '@openai/agents/testing';
import { z } from 'zod';
import { observe, observeFailure, observeInterruption, observeRequests } from '../observe.ts';
import type { Programs, Sdk, ProgramEnvironment } from '../program.ts';

export const agentsAsTools: Programs = {
  'an agent as a tool': async ({ sdk, model }) => {
    const inner = model([assistantMessage('Hola')]);
    const outer = model(
      [functionCall('translate', { input: 'Hello' }, { callId: 'c1' })],
      [assistantMessage('It is Hola.')],
    );
    const translator = new sdk.Agent({ name: 'Translator', instructions: 'To Spanish', model: inner });
    const boss = new sdk.Agent({
      name: 'Boss',
      model: outer,
      tools: [translator.asTool({ toolName: 'translate', toolDescription: 'Translates' })],
    });
    const result = await sdk.run(boss, 'Say Hello in Spanish');
    return {
      result: observe(result),
      requests: [observeRequests(outer), observeRequests(inner)],
    };
  },

  'structured input, an input builder and an output extractor': async ({ sdk, model }) => {
    const inner = model(
      [functionCall('lookup', { term: 'ab' }, { callId: 'i1' })],
      [assistantMessage('The long answer')],
    );
    const outer = model(
      [functionCall('research', { topic: 'tea', depth: 2 }, { callId: 'c1' })],
      [assistantMessage('Tea it is.')],
    );
    const lookup = sdk.tool({
      name: 'lookup',
      description: 'Looks up',
      parameters: z.object({ term: z.string() }),
      execute: async ({ term }) => `about ${term}`,
    });
    const researcher = new sdk.Agent({ name: 'Researcher', model: inner, tools: [lookup] });
    const seen: unknown[] = [];
    const boss = new sdk.Agent({
      name: 'Boss',
      model: outer,
      tools: [
        researcher.asTool({
          toolName: 'research',
          toolDescription: 'Researches',
          parameters: z.object({ topic: z.string(), depth: z.number() }),
          inputBuilder: ({ params }) => `Research ${params.topic} ${params.depth} levels deep`,
          customOutputExtractor: (output) => {
            seen.push(output.newItems.map(({ type }) => type));
            return `extracted: ${output.finalOutput}`;
          },
          runOptions: { maxTurns: 3 },
        }),
      ],
    });
    const result = await sdk.run(boss, 'tea?');
    return { result: observe(result), seen, requests: [observeRequests(outer), observeRequests(inner)] };
  },

  'the events of a nested run': async ({ sdk, model }) => {
    const inner = model([functionCall('step', {}, { callId: 'i1' })], [assistantMessage('inner done')]);
    const outer = model([functionCall('work', { input: 'x' }, { callId: 'c1' })], [assistantMessage('done')]);
    const step = sdk.tool({
      name: 'step',
      description: 'Steps',
      parameters: z.object({}),
      execute: async () => 'stepped',
    });
    const worker = new sdk.Agent({ name: 'Worker', model: inner, tools: [step] });
    const streamed: unknown[] = [];
    const listened: unknown[] = [];
    const work = worker.asTool({
      toolName: 'work',
      toolDescription: 'Works',
      onStream: ({ event, agent, toolCall }) => {
        streamed.push([event.type, Reflect.get(event, 'name'), agent.name, toolCall?.callId]);
      },
    });
    work.on('run_item_stream_event', ({ event }) => {
      listened.push(Reflect.get(event, 'name'));
    });
    const boss = new sdk.Agent({ name: 'Boss', model: outer, tools: [work] });
    const result = await sdk.run(boss, 'go');
    return { result: observe(result), streamed, listened };
  },

  'a nested run that fails': async ({ sdk, model }) => {
    const inner = model(
      [functionCall('again', {}, { callId: 'i1' })],
      [functionCall('again', {}, { callId: 'i2' })],
    );
    const outer = model(
      [functionCall('work', { input: 'x' }, { callId: 'c1' })],
      [assistantMessage('sorry')],
    );
    const again = sdk.tool({
      name: 'again',
      description: 'Again',
      parameters: z.object({}),
      execute: async () => 'again',
    });
    const worker = new sdk.Agent({ name: 'Worker', model: inner, tools: [again] });
    const boss = new sdk.Agent({
      name: 'Boss',
      model: outer,
      tools: [worker.asTool({ toolName: 'work', toolDescription: 'Works', runOptions: { maxTurns: 2 } })],
    });
    return { result: observe(await sdk.run(boss, 'go')) };
  },

  'a nested approval, granted': async ({ sdk, model }) => nestedApproval(sdk, model, 'approve'),

  'a nested approval, rejected': async ({ sdk, model }) => nestedApproval(sdk, model, 'reject'),

  'an agent tool that needs approval itself': async ({ sdk, model }) => {
    const inner = model([assistantMessage('inner says hi')]);
    const outer = model([functionCall('work', { input: 'x' }, { callId: 'c1' })], [assistantMessage('done')]);
    const worker = new sdk.Agent({ name: 'Worker', model: inner });
    const boss = new sdk.Agent({
      name: 'Boss',
      model: outer,
      tools: [worker.asTool({ toolName: 'work', toolDescription: 'Works', needsApproval: true })],
    });
    const first = await sdk.run(boss, 'go');
    const asked = first.interruptions.map(observeInterruption);
    for (const item of first.interruptions) first.state.approve(item);
    const second = await sdk.run(boss, first.state);
    return { first: observe(first), asked, second: observe(second) };
  },

  'run() inside a tool': async ({ sdk, model }) => {
    const inner = model([functionCall('deep', {}, { callId: 'i1' })], [assistantMessage('deep done')]);
    const outer = model([functionCall('dive', {}, { callId: 'c1' })], [assistantMessage('surfaced')]);
    const deep = sdk.tool({
      name: 'deep',
      description: 'Deep',
      parameters: z.object({}),
      execute: async () => 'pearl',
    });
    const diver = new sdk.Agent({ name: 'Diver', model: inner, tools: [deep] });
    const nested: object[] = [];
    const dive = sdk.tool({
      name: 'dive',
      description: 'Dives',
      parameters: z.object({}),
      execute: async () => {
        const result = await sdk.run(diver, 'dive');
        nested.push(observe(result));
        return result.finalOutput ?? '';
      },
    });
    const boat = new sdk.Agent({ name: 'Boat', model: outer, tools: [dive] });
    return { result: observe(await sdk.run(boat, 'go')), nested };
  },

  'a tool invoked without a run': async ({ sdk }) => {
    const double = sdk.tool({
      name: 'double',
      description: 'Doubles',
      parameters: z.object({ n: z.number() }),
      execute: async ({ n }) => n * 2,
    });
    const context = new sdk.RunContext({});
    return {
      invoked: await double.invoke(context, '{"n":4}'),
      viaFunction: await sdk.invokeFunctionTool({ tool: double, runContext: context, input: '{"n":5}' }),
      needsApproval: await double.needsApproval(context, { n: 4 }),
      bad: await observeFailure(async () => ({ said: await double.invoke(context, '{"n":"x"}') })),
      shape: Object.keys(double),
    };
  },
};

async function nestedApproval(
  sdk: Sdk,
  model: ProgramEnvironment['model'],
  answer: 'approve' | 'reject',
): Promise<object> {
  const ran: string[] = [];
  const inner = model(
    [functionCall('erase', { path: '/tmp/a' }, { callId: 'i1' })],
    [assistantMessage('inner done')],
  );
  const outer = model([functionCall('clean', { input: 'x' }, { callId: 'c1' })], [assistantMessage('done')]);
  const erase = sdk.tool({
    name: 'erase',
    description: 'Erases',
    parameters: z.object({ path: z.string() }),
    needsApproval: true,
    execute: async ({ path }) => {
      ran.push(path);
      return 'erased';
    },
  });
  const cleaner = new sdk.Agent({ name: 'Cleaner', model: inner, tools: [erase] });
  const boss = new sdk.Agent({
    name: 'Boss',
    model: outer,
    tools: [cleaner.asTool({ toolName: 'clean', toolDescription: 'Cleans' })],
  });
  const first = await sdk.run(boss, 'go');
  const asked = first.interruptions.map(observeInterruption);
  const state = await sdk.RunState.fromString(boss, first.state.toString());
  for (const item of state.getInterruptions()) state[answer](item);
  const second = await sdk.run(boss, state);
  return {
    first: observe(first),
    asked,
    second: observe(second),
    ran,
    requests: [observeRequests(outer), observeRequests(inner)],
  };
}
