import type { AgentHookEvents, RunHookEvents } from '@openai/agents';
import { assistantMessage, functionCall, type ScriptedModel } from '@openai/agents/testing';
import { z } from 'zod';
import { observe } from '../observe.ts';
import type { Programs, Sdk } from '../program.ts';

type Event = keyof AgentHookEvents & keyof RunHookEvents;
type Emitter = { on(event: Event, listener: (...args: unknown[]) => void): unknown };

const EVENTS: readonly Event[] = [
  'agent_start',
  'agent_end',
  'agent_handoff',
  'agent_tool_start',
  'agent_tool_end',
];

export const lifecycle: Programs = {
  'the events of agents and of the runner, in order': async ({ sdk, model }) => {
    const seen: unknown[] = [];
    const { coordinator, poet, scripted } = twoAgents(sdk, model());
    const runner = new sdk.Runner();
    listen(sdk, runner, 'runner', seen);
    listen(sdk, coordinator, 'coordinator', seen);
    listen(sdk, poet, 'poet', seen);
    const result = await runner.run(coordinator, 'go');
    return { seen, result: observe(result), used: scripted.calls.length };
  },

  'the same, streamed': async ({ sdk, model }) => {
    const seen: unknown[] = [];
    const { coordinator, poet } = twoAgents(sdk, model());
    const runner = new sdk.Runner();
    listen(sdk, runner, 'runner', seen);
    listen(sdk, coordinator, 'coordinator', seen);
    listen(sdk, poet, 'poet', seen);
    const stream = await runner.run(coordinator, 'go', { stream: true });
    await stream.completed;
    return { seen, result: observe(stream) };
  },

  'a listener that is called once, and a removed listener': async ({ sdk, model }) => {
    const seen: string[] = [];
    const { coordinator } = twoAgents(sdk, model());
    const left = () => seen.push('left');
    coordinator.once('agent_tool_start', () => seen.push('once'));
    coordinator.on('agent_tool_start', left);
    coordinator.off('agent_tool_start', left);
    await sdk.run(coordinator, 'go');
    return { seen };
  },

  'a listener receives the tool of the program': async ({ sdk, model }) => {
    const { coordinator, poet } = twoAgents(sdk, model());
    const shown: unknown[] = [];
    for (const agent of [coordinator, poet]) {
      agent.on('agent_tool_start', (_context, tool) => {
        shown.push([tool.type, tool.name, Object.keys(tool)]);
      });
    }
    await sdk.run(coordinator, 'go');
    return { shown };
  },

  'events around an interruption and its decision': async ({ sdk, model }) => {
    const seen: unknown[] = [];
    const scripted = model([functionCall('send', {}, { callId: 'c1' })], [assistantMessage('Sent.')]);
    const send = sdk.tool({
      name: 'send',
      description: 'Sends',
      parameters: z.object({}),
      needsApproval: true,
      execute: async () => 'sent',
    });
    const agent = new sdk.Agent({ name: 'Mailer', tools: [send], model: scripted });
    const runner = new sdk.Runner();
    listen(sdk, runner, 'runner', seen);
    listen(sdk, agent, 'agent', seen);
    const first = await runner.run(agent, 'go');
    seen.push('waiting');
    for (const item of first.interruptions) first.state.approve(item);
    await runner.run(agent, first.state);
    return { seen };
  },
};

function listen(sdk: Sdk, emitter: Emitter, who: string, seen: unknown[]): void {
  for (const event of EVENTS) {
    emitter.on(event, (...args: unknown[]) => {
      seen.push([
        who,
        event,
        args.map((arg) => {
          if (arg instanceof sdk.RunContext) return 'context';
          const name: unknown = Reflect.get(Object(arg), 'name');
          return typeof name === 'string' ? name : arg;
        }),
      ]);
    });
  }
}

function twoAgents(sdk: Sdk, scripted: ScriptedModel) {
  scripted.enqueue(
    [functionCall('look', {}, { callId: 'c1' })],
    [functionCall('transfer_to_Poet', {}, { callId: 'h1' })],
    [functionCall('rhyme', { word: 'blue' }, { callId: 'c2' })],
    [assistantMessage('Blue, true.')],
  );
  const make = (name: string) =>
    sdk.tool({
      name,
      description: name,
      parameters: z.object({ word: z.string().nullish() }),
      execute: async () => `${name}!`,
    });
  const poet = new sdk.Agent({ name: 'Poet', model: scripted, tools: [make('rhyme')] });
  const coordinator = new sdk.Agent({
    name: 'Coordinator',
    model: scripted,
    tools: [make('look')],
    handoffs: [poet],
  });
  return { coordinator, poet, scripted };
}
