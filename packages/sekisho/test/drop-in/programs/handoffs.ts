import { assistantMessage, functionCall } from '@openai/agents/testing';
import { z } from 'zod';
import { observe, observeFailure, observeRequests } from '../observe.ts';
import type { Programs } from '../program.ts';

export const handoffs: Programs = {
  'an agent hands over to another': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('transfer_to_Refunds', {}, { callId: 'h1' })],
      [functionCall('find_order', { order: 'A1' }, { callId: 'c1' })],
      [assistantMessage('It is on its way.')],
    );
    const findOrder = sdk.tool({
      name: 'find_order',
      description: 'Finds an order',
      parameters: z.object({ order: z.string() }),
      execute: async ({ order }) => `found ${order}`,
    });
    const refunds = new sdk.Agent({
      name: 'Refunds',
      handoffDescription: 'Knows every order',
      model: scripted,
      tools: [findOrder],
    });
    const billing = new sdk.Agent({ name: 'Billing', model: scripted });
    const triage = sdk.Agent.create({
      name: 'Triage',
      instructions: 'Route.',
      handoffs: [refunds, sdk.handoff(billing)],
      model: scripted,
    });
    const result = await sdk.run(triage, 'I want my money back.');
    return { result: observe(result), requests: observeRequests(scripted) };
  },

  'a handoff with an input type, its own name and a callback': async ({ sdk, model }) => {
    const received: unknown[] = [];
    const scripted = model(
      [functionCall('escalate', { reason: 'angry', level: 2 }, { callId: 'h1' })],
      [assistantMessage('A manager is here.')],
    );
    const manager = new sdk.Agent({ name: 'Manager', model: scripted });
    const escalate = sdk.handoff(manager, {
      toolNameOverride: 'escalate',
      toolDescriptionOverride: 'Call the manager',
      inputType: z.object({ reason: z.string(), level: z.number() }),
      onHandoff: async (context, input) => {
        received.push([context instanceof sdk.RunContext, input]);
      },
    });
    const clerk = new sdk.Agent({ name: 'Clerk', handoffs: [escalate], model: scripted });
    const result = await sdk.run(clerk, 'Call your manager!');
    return { result: observe(result), received, requests: observeRequests(scripted) };
  },

  'a handoff with invalid input': async ({ sdk, model }) => {
    const scripted = model([functionCall('transfer_to_Manager', { level: 'high' }, { callId: 'h1' })]);
    const manager = new sdk.Agent({ name: 'Manager', model: scripted });
    const clerk = new sdk.Agent({
      name: 'Clerk',
      model: scripted,
      handoffs: [
        sdk.handoff(manager, { inputType: z.object({ level: z.number() }), onHandoff: () => undefined }),
      ],
    });
    return { failure: await observeFailure(() => sdk.run(clerk, 'go')) };
  },

  'an input filter and a disabled handoff': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('look', {}, { callId: 'c1' })],
      [functionCall('transfer_to_FAQ', {}, { callId: 'h1' })],
      [assistantMessage('Here is the answer.')],
    );
    const seen: unknown[] = [];
    const look = sdk.tool({
      name: 'look',
      description: 'Looks',
      parameters: z.object({}),
      execute: async () => 'looked',
    });
    const faq = new sdk.Agent({ name: 'FAQ', model: scripted });
    const closed = new sdk.Agent({ name: 'Closed', model: scripted });
    const coordinator = new sdk.Agent({
      name: 'Coordinator',
      model: scripted,
      tools: [look],
      handoffs: [
        sdk.handoff(faq, {
          inputFilter: (data) => {
            seen.push([data.preHandoffItems.length, data.newItems.length, typeof data.inputHistory]);
            return { ...data, preHandoffItems: [] };
          },
        }),
        sdk.handoff(closed, { isEnabled: () => false }),
      ],
    });
    const result = await sdk.run(coordinator, 'question');
    return { result: observe(result), seen, requests: observeRequests(scripted) };
  },

  'two handoffs in one response, and a tool beside a handoff': async ({ sdk, model }) => {
    const ran: string[] = [];
    const scripted = model(
      [
        functionCall('note', { text: 'before' }, { callId: 'c1' }),
        functionCall('transfer_to_One', {}, { callId: 'h1' }),
        functionCall('transfer_to_Two', {}, { callId: 'h2' }),
      ],
      [assistantMessage('One speaking.')],
    );
    const note = sdk.tool({
      name: 'note',
      description: 'Notes',
      parameters: z.object({ text: z.string() }),
      execute: async ({ text }) => {
        ran.push(text);
        return 'noted';
      },
    });
    const one = new sdk.Agent({ name: 'One', model: scripted });
    const two = new sdk.Agent({ name: 'Two', model: scripted });
    const hub = new sdk.Agent({ name: 'Hub', model: scripted, tools: [note], handoffs: [one, two] });
    return { result: observe(await sdk.run(hub, 'go')), ran };
  },

  'the same handoff twice, there and back': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('transfer_to_B', {}, { callId: 'h1' })],
      [functionCall('transfer_to_A', {}, { callId: 'h2' })],
      [functionCall('transfer_to_B', {}, { callId: 'h3' })],
      [assistantMessage('B at last')],
    );
    const a = new sdk.Agent({ name: 'A', model: scripted });
    const b = new sdk.Agent({ name: 'B', model: scripted, handoffs: [a] });
    a.handoffs = [b];
    const result = await sdk.run(a, 'ping');
    return { result: observe(result) };
  },
};
