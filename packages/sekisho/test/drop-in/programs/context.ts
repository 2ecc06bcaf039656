import type { RunContext } from '@openai/agents';
import { assistantMessage, functionCall } from '@openai/agents/testing';
import { z } from 'zod';
import { observe, observeRequests } from '../observe.ts';
import type { Programs } from '../program.ts';

interface User {
  readonly name: string;
  visits: number;
}

export const context: Programs = {
  'context reaches instructions, tools and hooks without a copy': async ({ sdk, model }) => {
    const scripted = model([functionCall('greet', {}, { callId: 'c1' })], [assistantMessage('Hello')]);
    const seen: unknown[] = [];
    const greet = sdk.tool({
      name: 'greet',
      description: 'Greets',
      parameters: z.object({}),
      execute: async (_input, runContext?: RunContext<User>) => {
        if (runContext) runContext.context.visits += 1;
        return `hello ${runContext?.context.name ?? 'unknown'}`;
      },
    });
    const agent = new sdk.Agent<User>({
      name: 'Greeter',
      instructions: (runContext, self) => {
        seen.push(['instructions', self.name]);
        return `The user is ${runContext.context.name}.`;
      },
      tools: [greet],
      model: scripted,
    });
    agent.on('agent_start', (runContext) => seen.push(['start', runContext.context.visits]));
    agent.on('agent_end', (runContext) => seen.push(['end', runContext.context.visits]));
    const user: User = { name: 'Ann', visits: 0 };
    const result = await sdk.run(agent, 'hi', { context: user });
    return {
      result: observe(result),
      seen,
      same: result.runContext.context === user,
      visits: user.visits,
      requests: observeRequests(scripted),
    };
  },

  'a RunContext that the program created': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('one')], [assistantMessage('two')]);
    const agent = new sdk.Agent<{ id: number }>({ name: 'Host', model: scripted });
    const runContext = new sdk.RunContext({ id: 7 });
    const first = await sdk.run(agent, 'a', { context: runContext });
    const second = await sdk.run(agent, 'b', { context: runContext });
    return {
      same: [
        first.runContext.context === runContext.context,
        second.runContext.context === runContext.context,
      ],
      requests: [
        first.runContext.usage.requests,
        second.runContext.usage.requests,
        runContext.usage.requests,
      ],
    };
  },

  'input as items, with an image and earlier turns': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('A cat.')]);
    const agent = new sdk.Agent({ name: 'Seer', model: scripted });
    const result = await sdk.run(agent, [
      sdk.system('Be short.'),
      sdk.user('Hello'),
      sdk.assistant('Hi'),
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', image: 'https://example.com/cat.png' },
        ],
      },
    ]);
    return { result: observe(result), requests: observeRequests(scripted) };
  },

  'a history that the program passes on manually': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('one')], [assistantMessage('two')]);
    const agent = new sdk.Agent({ name: 'Host', model: scripted });
    const first = await sdk.run(agent, 'a');
    const second = await sdk.run(agent, [...first.history, sdk.user('b')]);
    return { second: observe(second), requests: observeRequests(scripted) };
  },
};
