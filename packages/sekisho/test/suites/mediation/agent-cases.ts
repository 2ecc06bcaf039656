import { z } from 'zod';
import { Agent, handoff, Runner, tool } from '../../../src/openai-agents/upstream.ts';
import { functionCall, scriptedModel } from '../../../src/testing/scripted-model.ts';
import { countingTool } from './function-cases.ts';
import { callsKind, erases, type MediationCase } from './mediation-case.ts';

/** Agents that use other agents: handoffs, agents as tools, runs inside tools. */
export const AGENT_CASES: readonly MediationCase[] = [
  callsKind(
    'a handoff with its own code',
    'handoff',
    (count) =>
      new Agent({
        name: 'Assistant',
        model: scriptedModel([[functionCall('call_1', 'transfer_to_Clerk', { why: 'because' })]]),
        handoffs: [
          handoff(new Agent({ name: 'Clerk', model: scriptedModel([]) }), {
            onHandoff: count,
            inputType: z.object({ why: z.string() }),
          }),
        ],
      }),
    'stops',
  ),
  erases('a tool of the agent that a handoff led to', (count) =>
    Agent.create({
      name: 'Assistant',
      model: scriptedModel([[functionCall('call_0', 'transfer_to_Clerk')]]),
      handoffs: [clerk(count)],
    }),
  ),
  callsKind(
    'an agent as a tool',
    'agent',
    (count) =>
      new Agent({
        name: 'Assistant',
        model: scriptedModel([[functionCall('call_1', 'ask_clerk', { input: 'go' })]]),
        tools: [
          new Agent({
            name: 'Clerk',
            model: scriptedModel([
              () => {
                count();
                return [];
              },
            ]),
          }).asTool({ toolName: 'ask_clerk', toolDescription: 'Asks the clerk.' }),
        ],
      }),
  ),
  erases(
    'a tool inside an agent as a tool',
    (count) =>
      new Agent({
        name: 'Assistant',
        model: scriptedModel([[functionCall('call_0', 'ask_clerk', { input: 'go' })]]),
        tools: [clerk(count).asTool({ toolName: 'ask_clerk', toolDescription: 'Asks the clerk.' })],
      }),
  ),
  erases(
    'a tool of a plain run inside a tool',
    (count) =>
      new Agent({
        name: 'Assistant',
        model: scriptedModel([[functionCall('call_0', 'delegate')]]),
        tools: [
          tool({
            name: 'delegate',
            description: 'Runs another agent.',
            parameters: z.object({}),
            execute: async () => {
              await new Runner({ tracingDisabled: true }).run(clerk(count), 'go');
              return 'delegated';
            },
          }),
        ],
      }),
    'skips',
  ),
];

function clerk(count: () => void): Agent {
  return new Agent({
    name: 'Clerk',
    model: scriptedModel([[functionCall('call_1', 'erase', { what: 'a' })]]),
    tools: [countingTool('erase', count)],
  });
}
