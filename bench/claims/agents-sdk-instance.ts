import { Agent, Runner, RunState, tool } from '@openai/agents-core';
import { z } from 'zod';
import { ASK_TOOL, DESCRIPTION, QUESTION } from '../peers/peer.ts';
import { scriptModel } from '../script-model.ts';
import type { Effect, Instance } from './instance.ts';

/** The Agents SDK alone. It has no store: a run is resumed from its serialized state, which both instances share. */
export async function openAgentsSdkInstance(effect: Effect): Promise<Instance> {
  const parameters = z.object({ city: z.string(), days: z.number() });
  const agent = new Agent({
    name: 'Reporter',
    model: scriptModel({ turns: 0, calls: 1, tool: '', last: ASK_TOOL }),
    tools: [
      tool({ name: ASK_TOOL, description: DESCRIPTION, parameters, needsApproval: true, execute: effect }),
    ],
  });
  const runner = new Runner({ tracingDisabled: true });
  return {
    suspend: async () => (await runner.run(agent, QUESTION)).state.toString(),
    resume: async (text) => {
      const state = await RunState.fromString(agent, text);
      for (const item of state.getInterruptions()) state.approve(item);
      await runner.run(agent, state);
    },
    close: async () => {},
  };
}
