import { z } from 'zod';
import { Agent, handoff, Runner, tool } from '../../sdk/upstream.ts';
import { functionCall, scriptedModel } from '../scripted-model.ts';
import { countingTool } from './function-cases.ts';
import type { MediationCase } from './mediation-case.ts';

/** Agents that use other agents: handoffs, agents as tools, runs inside tools. */
export const AGENT_CASES: readonly MediationCase[] = [
  {
    name: 'a handoff with its own code',
    onHuman: 'stops',
    prepare: (count) => ({
      agent: new Agent({
        name: 'Assistant',
        model: scriptedModel([[functionCall('call_1', 'transfer_to_Clerk', { why: 'because' })]]),
        handoffs: [
          handoff(new Agent({ name: 'Clerk', model: scriptedModel([]) }), {
            onHandoff: count,
            inputType: z.object({ why: z.string() }),
          }),
        ],
      }),
      isTarget: ({ tool_kind }) => tool_kind === 'handoff',
    }),
  },
  {
    name: 'a tool of the agent that a handoff led to',
    onHuman: 'waits',
    prepare: (count) => ({
      agent: Agent.create({
        name: 'Assistant',
        model: scriptedModel([[functionCall('call_0', 'transfer_to_Clerk')]]),
        handoffs: [clerk(count)],
      }),
      isTarget: ({ tool_name }) => tool_name === 'erase',
    }),
  },
  {
    name: 'an agent as a tool',
    onHuman: 'waits',
    prepare: (count) => ({
      agent: new Agent({
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
      isTarget: ({ tool_kind }) => tool_kind === 'agent',
    }),
  },
  {
    name: 'a tool inside an agent as a tool',
    onHuman: 'waits',
    prepare: (count) => ({
      agent: new Agent({
        name: 'Assistant',
        model: scriptedModel([[functionCall('call_0', 'ask_clerk', { input: 'go' })]]),
        tools: [clerk(count).asTool({ toolName: 'ask_clerk', toolDescription: 'Asks the clerk.' })],
      }),
      isTarget: ({ tool_name }) => tool_name === 'erase',
    }),
  },
  {
    name: 'a tool of a plain run inside a tool',
    onHuman: 'skips',
    prepare: (count) => ({
      agent: new Agent({
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
      isTarget: ({ tool_name }) => tool_name === 'erase',
    }),
  },
];

function clerk(count: () => void): Agent {
  return new Agent({
    name: 'Clerk',
    model: scriptedModel([[functionCall('call_1', 'erase', { what: 'a' })]]),
    tools: [countingTool('erase', count)],
  });
}
