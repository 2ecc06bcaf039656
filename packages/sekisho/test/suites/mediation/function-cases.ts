import { toolNamespace } from '@openai/agents-core';
import { z } from 'zod';
import { Agent, tool } from '../../../src/openai-agents/upstream.ts';
import { functionCall, scriptedModel } from '../../../src/testing/scripted-model.ts';
import { erases, type MediationCase } from './mediation-case.ts';

/** Function tools in all forms in which an agent can have them. */
export const FUNCTION_CASES: readonly MediationCase[] = [
  erases('a function tool', (count) => agentWith([countingTool('erase', count)], 'erase')),
  erases('a function tool with a plain JSON schema', (count) =>
    agentWith([plainTool('erase', count)], 'erase'),
  ),
  erases('a function tool whose own policy is a function', (count) =>
    agentWith([countingTool('erase', count, { needsApproval: async () => false })], 'erase'),
  ),
  erases('a function tool that hides every error', (count) =>
    agentWith([countingTool('erase', count, { errorFunction: () => 'All is well.' })], 'erase'),
  ),
  erases(
    'a namespaced tool',
    (count) =>
      new Agent({
        name: 'Clerk',
        model: scriptedModel([
          [
            {
              type: 'function_call',
              callId: 'call_1',
              namespace: 'files',
              name: 'erase',
              arguments: '{"what":"a"}',
            },
          ],
        ]),
        tools: toolNamespace({
          name: 'files',
          description: 'Files.',
          tools: [countingTool('erase', count)],
        }),
      }),
  ),
  {
    name: 'a tool that was added during the run',
    onHuman: 'waits',
    prepare: (count) => {
      const agent: Agent = new Agent({
        name: 'Clerk',
        model: scriptedModel([
          [functionCall('call_0', 'grow', { what: 'a' })],
          [functionCall('call_1', 'erase', { what: 'a' })],
        ]),
        tools: [countingTool('grow', () => agent.tools.push(countingTool('erase', count)))],
      });
      return { agent, isTarget: ({ tool_name }) => tool_name === 'erase' };
    },
  },
  erases('a tool of a cloned agent', (count) =>
    agentWith([countingTool('erase', count)], 'erase').clone({ name: 'Clone' }),
  ),
];

/** Creates a function tool with a zod schema that counts its executions. */
export function countingTool(
  name: string,
  count: () => void,
  options: {
    readonly needsApproval?: () => Promise<boolean>;
    readonly errorFunction?: () => string;
  } = {},
) {
  return tool({
    name,
    description: `Does ${name}.`,
    parameters: z.object({ what: z.string() }),
    execute: async () => {
      count();
      return 'erased';
    },
    ...options,
  });
}

function plainTool(name: string, count: () => void) {
  return tool({
    name,
    description: `Does ${name}.`,
    parameters: {
      type: 'object',
      properties: { what: { type: 'string' } },
      required: ['what'],
      additionalProperties: false,
    },
    execute: async () => {
      count();
      return 'erased';
    },
  });
}

function agentWith(tools: Agent['tools'], called: string): Agent {
  return new Agent({
    name: 'Clerk',
    model: scriptedModel([[functionCall('call_1', called, { what: 'a' })]]),
    tools,
  });
}
