import { hostedMcpTool } from '@openai/agents-core';
import { toolSearchTool, webSearchTool } from '@openai/agents-openai';
import { Agent, type ModelRequest } from '../../../src/openai-agents/upstream.ts';
import {
  assistantText,
  functionCall,
  scriptedModel,
  type ScriptedStep,
} from '../../../src/testing/scripted-model.ts';
import { countingTool } from './function-cases.ts';
import { callsKind, type MediationCase } from './mediation-case.ts';

/** Tools that the provider executes, and tools that a search adds. */
export const HOSTED_CASES: readonly MediationCase[] = [
  callsKind(
    'a call of a hosted MCP server',
    'hosted_mcp',
    (count) =>
      new Agent({
        name: 'Clerk',
        model: scriptedModel([askHostedServer, countApproval(count)]),
        tools: [
          hostedMcpTool({
            serverLabel: 'files',
            serverUrl: 'https://mcp.example.com',
            requireApproval: 'never',
          }),
        ],
      }),
  ),
  callsKind(
    'a tool that the provider executes',
    'hosted',
    (count) =>
      new Agent({
        name: 'Clerk',
        model: scriptedModel([
          ({ tools }) => {
            if (tools.some(({ type }) => type === 'hosted_tool')) count();
            return [assistantText('searched')];
          },
        ]),
        tools: [webSearchTool()],
      }),
    'stops',
  ),
  {
    name: 'a tool that a local search found',
    onHuman: 'waits',
    prepare: (count) => {
      const found = countingTool('erase', count);
      return {
        agent: new Agent({
          name: 'Clerk',
          model: scriptedModel([
            [
              {
                type: 'tool_search_call',
                callId: 'call_0',
                execution: 'client',
                arguments: { goal: 'erase' },
              },
            ],
            [functionCall('call_1', 'erase', { what: 'a' })],
          ]),
          tools: [toolSearchTool({ execution: 'client', execute: async () => [found] })],
        }),
        isTarget: ({ tool_name }) => tool_name === 'erase',
      };
    },
  },
];

const askHostedServer: ScriptedStep = [
  {
    type: 'hosted_tool_call',
    id: 'mcpr_1',
    name: 'erase',
    arguments: '{"what":"a"}',
    status: 'in_progress',
    providerData: {
      type: 'mcp_approval_request',
      id: 'mcpr_1',
      server_label: 'files',
      name: 'erase',
      arguments: '{"what":"a"}',
    },
  },
];

/** The provider executes the call when it receives an approval. */
function countApproval(count: () => void): ScriptedStep {
  return ({ input }: ModelRequest) => {
    if (JSON.stringify(input).includes('"approve":true')) count();
    return [assistantText('done')];
  };
}
