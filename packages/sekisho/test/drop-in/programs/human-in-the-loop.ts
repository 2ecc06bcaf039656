import { assistantMessage, functionCall, type ScriptedModel } from '@openai/agents/testing';
import { z } from 'zod';
import { observe, observeFailure, observeInterruption, observeItem, observeRequests } from '../observe.ts';
import type { Programs, Sdk } from '../program.ts';

export const humanInTheLoop: Programs = {
  'approve, in the same process': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')], [assistantMessage('Sent.')]);
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail ann');
    const asked = first.interruptions.map(observeInterruption);
    for (const item of first.interruptions) first.state.approve(item);
    const second = await sdk.run(agent, first.state);
    return {
      first: observe(first),
      asked,
      second: observe(second),
      ran,
      requests: observeRequests(scripted),
    };
  },

  'reject, with the default message': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')], [assistantMessage('Not sent.')]);
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail ann');
    for (const item of first.interruptions) first.state.reject(item);
    const second = await sdk.run(agent, first.state);
    return { second: observe(second), ran, requests: observeRequests(scripted) };
  },

  'reject, with a message': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')], [assistantMessage('Not sent.')]);
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail ann');
    for (const item of first.interruptions) first.state.reject(item, { message: 'Ask Ann first.' });
    const second = await sdk.run(agent, first.state);
    return { second: observe(second), ran, requests: observeRequests(scripted) };
  },

  'reject, with a formatter of the run': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')], [assistantMessage('Not sent.')]);
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail ann', { toolErrorFormatter });
    for (const item of first.interruptions) first.state.reject(item);
    const second = await sdk.run(agent, first.state, { toolErrorFormatter });
    return { second: observe(second), ran };
  },

  'a function decides whether approval is needed': async ({ sdk, model }) => {
    const scripted = model(
      [callSend('c1', 'ann'), callSend('c2', 'everybody')],
      [assistantMessage('Both sent.')],
    );
    const asked: unknown[] = [];
    const { agent, ran } = mailer(sdk, scripted, async (context, { to }, callId) => {
      asked.push([context instanceof sdk.RunContext, to, callId]);
      return to === 'everybody';
    });
    const first = await sdk.run(agent, 'mail all');
    const interruptions = first.interruptions.map(observeInterruption);
    for (const item of first.interruptions) first.state.approve(item);
    const second = await sdk.run(agent, first.state);
    return { first: observe(first), interruptions, second: observe(second), ran, asked };
  },

  'always approve for the rest of the run': async ({ sdk, model }) => {
    const scripted = model(
      [callSend('c1', 'ann')],
      [callSend('c2', 'bob')],
      [callSend('c3', 'cyd'), callSend('c4', 'dan')],
      [assistantMessage('All sent.')],
    );
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail all');
    for (const item of first.interruptions) first.state.approve(item, { alwaysApprove: true });
    const second = await sdk.run(agent, first.state);
    return { second: observe(second), ran };
  },

  'always reject for the rest of the run': async ({ sdk, model }) => {
    const scripted = model(
      [callSend('c1', 'ann')],
      [callSend('c2', 'bob')],
      [assistantMessage('None sent.')],
    );
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail all');
    for (const item of first.interruptions) first.state.reject(item, { alwaysReject: true });
    const second = await sdk.run(agent, first.state);
    return { second: observe(second), ran };
  },

  'several interruptions of one turn, decided one after the other': async ({ sdk, model }) => {
    const scripted = model(
      [callSend('c1', 'ann'), callSend('c2', 'bob'), callSend('c3', 'cyd')],
      [assistantMessage('Done.')],
    );
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail all');
    const [ann, bob] = first.interruptions;
    if (ann) first.state.approve(ann);
    if (bob) first.state.reject(bob, { message: 'Not Bob.' });
    const second = await sdk.run(agent, first.state);
    const left = second.interruptions.map(observeInterruption);
    const ranSoFar = [...ran];
    for (const item of second.interruptions) second.state.approve(item);
    const third = await sdk.run(agent, second.state);
    return { first: observe(first), left, ranSoFar, third: observe(third), ran };
  },

  'a run that is resumed without a decision still waits': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')], [assistantMessage('Sent.')]);
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail ann');
    const second = await sdk.run(agent, first.state);
    const asked = second.interruptions.map(observeInterruption);
    for (const item of second.interruptions) second.state.approve(item);
    const third = await sdk.run(agent, second.state);
    return { second: observe(second), asked, third: observe(third), ran };
  },

  'state as text: toString': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')], [assistantMessage('Sent.')]);
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail ann');
    const state = await sdk.RunState.fromString(agent, first.state.toString());
    const asked = state.getInterruptions().map(observeInterruption);
    for (const item of state.getInterruptions()) state.approve(item);
    return { asked, second: observe(await sdk.run(agent, state)), ran };
  },

  'state as text: JSON.stringify of the result': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')], [assistantMessage('Sent.')]);
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail ann');
    const text = JSON.stringify(first.state);
    const state = await sdk.RunState.fromString(agent, text);
    for (const item of state.getInterruptions()) state.approve(item);
    return { second: observe(await sdk.run(agent, state)), ran };
  },

  'a decision that is stored with the state': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')], [assistantMessage('Sent.')]);
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail ann');
    for (const item of first.interruptions) first.state.approve(item);
    const state = await sdk.RunState.fromString(agent, first.state.toString());
    return { second: observe(await sdk.run(agent, state)), ran };
  },

  'state with a live context': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')], [assistantMessage('Sent.')]);
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail ann', { context: { user: 'u1', visits: 1 } });
    const live = new sdk.RunContext<unknown>({ user: 'u1', visits: 2 });
    const state = await sdk.RunState.fromStringWithContext(agent, first.state.toString(), live, {
      contextStrategy: 'replace',
    });
    for (const item of state.getInterruptions()) state.approve(item);
    return { second: observe(await sdk.run(agent, state)), ran };
  },

  'a tool that waits for approval beside a tool that does not': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('look', {}, { callId: 'c0' }), callSend('c1', 'ann')],
      [assistantMessage('Sent.')],
    );
    const looked: string[] = [];
    const look = sdk.tool({
      name: 'look',
      description: 'Looks',
      parameters: z.object({}),
      execute: async () => {
        looked.push('looked');
        return 'seen';
      },
    });
    const { agent, ran } = mailer(sdk, scripted, true);
    agent.tools.push(look);
    const first = await sdk.run(agent, 'mail ann');
    const before = [...looked, ...ran];
    const items = first.newItems.map(observeItem);
    for (const item of first.interruptions) first.state.approve(item);
    const second = await sdk.run(agent, first.state);
    return { before, items, second: observe(second), looked, ran };
  },

  'a second interruption after the first decision': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')], [callSend('c2', 'bob')], [assistantMessage('Done.')]);
    const { agent, ran } = mailer(sdk, scripted, true);
    let result = await sdk.run(agent, 'mail both');
    const pending: unknown[] = [];
    for (let round = 0; round < 5 && result.interruptions.length > 0; round += 1) {
      pending.push(result.interruptions.map(({ arguments: args }) => args));
      for (const item of result.interruptions) result.state.approve(item);
      result = await sdk.run(agent, result.state);
    }
    return { pending, result: observe(result), ran };
  },

  'an interruption in an agent after a handoff': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('transfer_to_Mailer', {}, { callId: 'h1' })],
      [callSend('c1', 'ann')],
      [assistantMessage('Sent.')],
    );
    const { agent, ran } = mailer(sdk, scripted, true);
    const coordinator = new sdk.Agent({ name: 'Coordinator', handoffs: [agent], model: scripted });
    const first = await sdk.run(coordinator, 'mail ann');
    const state = await sdk.RunState.fromString(coordinator, first.state.toString());
    for (const item of state.getInterruptions()) state.approve(item);
    const second = await sdk.run(coordinator, state);
    return { first: observe(first), second: observe(second), ran };
  },

  'approval with malformed arguments': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('send', '{"to": 5}', { callId: 'c1' })],
      [assistantMessage('Cannot send.')],
    );
    const { agent, ran } = mailer(sdk, scripted, true);
    const first = await sdk.run(agent, 'mail');
    const asked = first.interruptions.map(observeInterruption);
    for (const item of first.interruptions) first.state.approve(item);
    const second = first.interruptions.length > 0 ? observe(await sdk.run(agent, first.state)) : 'done';
    return { first: observe(first), asked, second, ran };
  },

  'an approval function that throws': async ({ sdk, model }) => {
    const scripted = model([callSend('c1', 'ann')]);
    const { agent, ran } = mailer(sdk, scripted, async () => {
      throw new Error('policy service down');
    });
    return { failure: await observeFailure(() => sdk.run(agent, 'mail ann')), ran };
  },
};

const toolErrorFormatter = ({ toolName, kind }: { toolName: string; kind: string }) => `${toolName}: ${kind}`;

const callSend = (callId: string, to: string) => functionCall('send', { to }, { callId });

function mailer(
  sdk: Sdk,
  model: ScriptedModel,
  needsApproval: boolean | ((context: unknown, input: { to: string }, callId?: string) => Promise<boolean>),
) {
  const ran: string[] = [];
  const send = sdk.tool({
    name: 'send',
    description: 'Sends a mail',
    parameters: z.object({ to: z.string() }),
    needsApproval,
    execute: async ({ to }) => {
      ran.push(to);
      return `sent to ${to}`;
    },
  });
  return { ran, agent: new sdk.Agent({ name: 'Mailer', tools: [send], model }) };
}
