import type { HostedToolCallItem } from '@openai/agents';
import { assistantMessage } from '@openai/agents/testing';
import { observe, observeInterruption, observeRequests } from '../observe.ts';
import type { Programs, Sdk, ProgramEnvironment } from '../program.ts';

export const hostedTools: Programs = {
  'hosted tools in the request, and their calls in the response': async ({ sdk, model }) => {
    const scripted = model([
      {
        type: 'hosted_tool_call',
        id: 'ws_1',
        name: 'web_search_call',
        status: 'completed',
        providerData: { type: 'web_search_call' },
      },
      assistantMessage('Found it.'),
    ]);
    const agent = new sdk.Agent({
      name: 'Searcher',
      model: scripted,
      tools: [
        sdk.webSearchTool({ searchContextSize: 'low' }),
        sdk.fileSearchTool(['vs_1', 'vs_2'], { maxNumResults: 3 }),
        sdk.codeInterpreterTool(),
        sdk.imageGenerationTool({ size: '1024x1024' }),
      ],
    });
    return { result: observe(await sdk.run(agent, 'search')), requests: observeRequests(scripted) };
  },

  'a hosted MCP server with approval: approved': async ({ sdk, model }) => hostedMcp(sdk, model, 'approve'),
  'a hosted MCP server with approval: rejected': async ({ sdk, model }) => hostedMcp(sdk, model, 'reject'),

  'a hosted MCP server with an approval function': async ({ sdk, model }) => {
    const received: unknown[] = [];
    const scripted = model([approvalRequest], [assistantMessage('Read.')]);
    const agent = new sdk.Agent({
      name: 'Reader',
      model: scripted,
      tools: [
        sdk.hostedMcpTool({
          serverLabel: 'wiki',
          serverUrl: 'https://wiki.example.com/mcp',
          requireApproval: 'always',
          onApproval: async (_context, item) => {
            received.push(item.rawItem);
            return { approve: true };
          },
        }),
      ],
    });
    const result = await sdk.run(agent, 'read');
    return { result: observe(result), received };
  },
};

const approvalRequest: HostedToolCallItem = {
  type: 'hosted_tool_call',
  id: 'mcpr_1',
  name: 'read_page',
  arguments: '{"page":"Tea"}',
  status: 'in_progress',
  providerData: {
    type: 'mcp_approval_request',
    server_label: 'wiki',
    name: 'read_page',
    id: 'mcpr_1',
    arguments: '{"page":"Tea"}',
  },
};

async function hostedMcp(
  sdk: Sdk,
  model: ProgramEnvironment['model'],
  answer: 'approve' | 'reject',
): Promise<object> {
  const scripted = model([approvalRequest], [assistantMessage('The end.')]);
  const agent = new sdk.Agent({
    name: 'Reader',
    model: scripted,
    tools: [
      sdk.hostedMcpTool({
        serverLabel: 'wiki',
        serverUrl: 'https://wiki.example.com/mcp',
        requireApproval: 'always',
        allowedTools: ['read_page'],
      }),
    ],
  });
  const first = await sdk.run(agent, 'read');
  const asked = first.interruptions.map(observeInterruption);
  for (const item of first.interruptions) first.state[answer](item);
  const second = await sdk.run(agent, first.state);
  return { first: observe(first), asked, second: observe(second), requests: observeRequests(scripted) };
}
