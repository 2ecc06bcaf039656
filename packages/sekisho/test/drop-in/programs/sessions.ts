import type { AgentInputItem } from '@openai/agents';
import { assistantMessage, functionCall } from '@openai/agents/testing';
import { z } from 'zod';
import { observe, observeFailure, observeRequests } from '../observe.ts';
import type { Programs } from '../program.ts';

export const sessions: Programs = {
  'a conversation over several turns': async ({ sdk, model }) => {
    const scripted = model(
      [assistantMessage('Hello Ann.')],
      [functionCall('recall', {}, { callId: 'c1' })],
      [assistantMessage('You are Ann.')],
      [assistantMessage('Bye.')],
    );
    const recall = sdk.tool({
      name: 'recall',
      description: 'Recalls',
      parameters: z.object({}),
      execute: async () => 'Ann',
    });
    const session = new sdk.MemorySession();
    const agent = new sdk.Agent({ name: 'Host', tools: [recall], model: scripted });
    const results = [];
    for (const words of ['I am Ann', 'Who am I?', 'Bye'])
      results.push(observe(await sdk.run(agent, words, { session })));
    const items = await session.getItems();
    const lastTwo = await session.getItems(2);
    const popped = await session.popItem();
    await session.clearSession();
    return {
      results,
      items,
      lastTwo,
      popped,
      empty: await session.getItems(),
      requests: observeRequests(scripted),
    };
  },

  'a session with a callback that shortens the history': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('one')], [assistantMessage('two')]);
    const session = new sdk.MemorySession({
      initialItems: [sdk.user('old words'), sdk.assistant('old answer')],
    });
    const agent = new sdk.Agent({ name: 'Host', model: scripted });
    const options = {
      session,
      sessionInputCallback: (history: AgentInputItem[], added: AgentInputItem[]) => [
        ...history.slice(-1),
        ...added,
      ],
    };
    await sdk.run(agent, 'first', options);
    const second = await sdk.run(agent, [sdk.user('second')], options);
    return {
      second: observe(second),
      items: await session.getItems(),
      requests: observeRequests(scripted),
    };
  },

  'a session, streamed': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('one')], [assistantMessage('two')]);
    const session = new sdk.MemorySession();
    const agent = new sdk.Agent({ name: 'Host', model: scripted });
    for (const words of ['first', 'second']) {
      const stream = await sdk.run(agent, words, { session, stream: true });
      await stream.completed;
    }
    return { items: await session.getItems(), requests: observeRequests(scripted) };
  },

  'a session whose run waits for approval': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('send', { to: 'ann' }, { callId: 'c1' })],
      [assistantMessage('Sent.')],
      [assistantMessage('You are welcome.')],
    );
    const send = sdk.tool({
      name: 'send',
      description: 'Sends',
      parameters: z.object({ to: z.string() }),
      needsApproval: true,
      execute: async () => 'sent',
    });
    const session = new sdk.MemorySession();
    const agent = new sdk.Agent({ name: 'Mailer', tools: [send], model: scripted });
    const first = await sdk.run(agent, 'mail ann', { session });
    const waiting = await session.getItems();
    for (const item of first.interruptions) first.state.approve(item);
    const second = await sdk.run(agent, first.state, { session });
    const done = await session.getItems();
    const third = await sdk.run(agent, 'thanks', { session });
    return { waiting, done, second: observe(second), third: observe(third), items: await session.getItems() };
  },

  'a session after a run that failed': async ({ sdk, model }) => {
    const scripted = model([functionCall('unknown_tool', {}, { callId: 'c1' })], [assistantMessage('fine')]);
    const session = new sdk.MemorySession();
    const agent = new sdk.Agent({ name: 'Host', model: scripted });
    const failure = await observeFailure(() => sdk.run(agent, 'go', { session }));
    const after = await session.getItems();
    const second = await sdk.run(agent, 'again', { session });
    return { failure, after, second: observe(second) };
  },
};
