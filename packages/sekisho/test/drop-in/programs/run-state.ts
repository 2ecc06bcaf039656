import { assistantMessage, functionCall, type ScriptedModel } from '@openai/agents/testing';
import { z } from 'zod';
import { observe, observeFailure, observeRequests } from '../observe.ts';
import type { Programs, Sdk } from '../program.ts';

export const runState: Programs = {
  'the state of a finished run': async ({ sdk, model }) => {
    const scripted = model([functionCall('look', {}, { callId: 'c1' })], [assistantMessage('Blue.')]);
    const result = await sdk.run(lookupAgent(sdk, scripted), 'sky?');
    return { state: stateOf(result.state), history: result.state.history };
  },

  'the state of a waiting run': async ({ sdk, model }) => {
    const scripted = model([functionCall('look', {}, { callId: 'c1' })]);
    const result = await sdk.run(lookupAgent(sdk, scripted, true), 'sky?');
    return { state: stateOf(result.state), interruptions: result.state.getInterruptions().length };
  },

  'a finished run that is run again from its state': async ({ sdk, model }) => {
    const scripted = model([assistantMessage('Blue.')]);
    const agent = lookupAgent(sdk, scripted);
    const first = await sdk.run(agent, 'sky?');
    const again = await sdk.run(agent, first.state);
    return { again: observe(again), calls: scripted.calls.length };
  },

  'input that is added while a run waits': async ({ sdk, model }) => {
    const scripted = model([functionCall('look', {}, { callId: 'c1' })], [assistantMessage('Blue.')]);
    const agent = lookupAgent(sdk, scripted, true);
    const first = await sdk.run(agent, 'sky?');
    first.state.addInput('And quickly, please.');
    for (const item of first.interruptions) first.state.approve(item);
    const second = await sdk.run(agent, first.state);
    return { second: observe(second), requests: observeRequests(scripted) };
  },

  'added input, with a serialized state': async ({ sdk, model }) => {
    const scripted = model([functionCall('look', {}, { callId: 'c1' })], [assistantMessage('Blue.')]);
    const agent = lookupAgent(sdk, scripted, true);
    const first = await sdk.run(agent, 'sky?');
    const state = await sdk.RunState.fromString(agent, first.state.toString());
    state.addInput([sdk.user('One more thing.')]);
    for (const item of state.getInterruptions()) state.approve(item);
    const second = await sdk.run(agent, state);
    return { second: observe(second), requests: observeRequests(scripted) };
  },

  'a run without turns left resumes from the state of its error': async ({ sdk, model }) => {
    const scripted = model([functionCall('look', {}, { callId: 'c1' })], [assistantMessage('Blue.')]);
    const agent = lookupAgent(sdk, scripted);
    try {
      return { unexpected: observe(await sdk.run(agent, 'sky?', { maxTurns: 1 })) };
    } catch (error) {
      if (!(error instanceof sdk.MaxTurnsExceededError) || !error.state) throw error;
      return { result: observe(await sdk.run(agent, error.state, { maxTurns: 5 })) };
    }
  },

  'a waiting run retains its count of turns': async ({ sdk, model }) => {
    const scripted = model(
      [functionCall('look', {}, { callId: 'c1' })],
      [functionCall('look', {}, { callId: 'c2' })],
    );
    const agent = lookupAgent(sdk, scripted, true);
    const first = await sdk.run(agent, 'sky?', { maxTurns: 2 });
    for (const item of first.interruptions) first.state.approve(item, { alwaysApprove: true });
    return { failure: await observeFailure(() => sdk.run(agent, first.state, { maxTurns: 2 })) };
  },

  'unlimited turns': async ({ sdk, model }) => {
    const scripted = model(
      ...Array.from({ length: 14 }, (_, index) => [functionCall('look', {}, { callId: `c${index}` })]),
      [assistantMessage('Blue.')],
    );
    const result = await sdk.run(lookupAgent(sdk, scripted), 'sky?', { maxTurns: null });
    return { output: result.finalOutput, items: result.newItems.length };
  },

  'an invalid state': async ({ sdk, model }) => {
    const agent = lookupAgent(sdk, model());
    return {
      prose: await observeFailure(() => sdk.RunState.fromString(agent, 'hello')),
      empty: await observeFailure(() => sdk.RunState.fromString(agent, '{}')),
      version: await observeFailure(() => sdk.RunState.fromString(agent, '{"$schemaVersion":"0.1"}')),
    };
  },

  'a state for another agent': async ({ sdk, model }) => {
    const scripted = model([functionCall('look', {}, { callId: 'c1' })]);
    const first = await sdk.run(lookupAgent(sdk, scripted, true), 'sky?');
    const otherAgent = new sdk.Agent({ name: 'Other' });
    const message = await observeFailure(() => sdk.RunState.fromString(otherAgent, first.state.toString()));
    return { message };
  },
};

function lookupAgent(sdk: Sdk, model: ScriptedModel, needsApproval = false) {
  const look = sdk.tool({
    name: 'look',
    description: 'Looks',
    parameters: z.object({}),
    needsApproval,
    execute: async () => 'blue',
  });
  return new sdk.Agent({ name: 'Looker', tools: [look], model });
}

/** Returns the serialized state without our seal, and without traces, which we disable by default. */
function stateOf(state: { toString(): string }): object {
  const { sekisho: _seal, trace: _trace, currentAgentSpan: _span, ...rest } = JSON.parse(state.toString());
  return rest;
}
