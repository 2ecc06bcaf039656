import { Agent, Runner, tool } from '@openai/agents-core';
import { z } from 'zod';
import { ASK_TOOL, DESCRIPTION, QUESTION } from '../peers/peer.ts';
import { scriptModel } from '../script-model.ts';
import type { DecisionProbe, Ending } from './decision-probe.ts';

/** The Agents SDK with `needsApproval` as a function. */
export async function probeAgentsSdk({ decide, effect }: DecisionProbe): Promise<Ending> {
  const parameters = z.object({ city: z.string(), days: z.number() });
  const agent = new Agent({
    name: 'Reporter',
    model: scriptModel({ turns: 0, calls: 1, tool: '', last: ASK_TOOL }),
    tools: [
      tool({
        name: ASK_TOOL,
        description: DESCRIPTION,
        parameters,
        needsApproval: async () => decide(),
        execute: effect,
      }),
    ],
  });
  const { interruptions } = await new Runner({ tracingDisabled: true }).run(agent, QUESTION);
  return interruptions.length > 0 ? 'waits' : 'ends';
}
