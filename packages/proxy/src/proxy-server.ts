import {
  INVALID_PARAMS,
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { callerOf, perform, relayRequest, type ProxyServerParts } from './client-request.ts';
import type { GatedResult } from './proxy-session.ts';
import { relayCompletions, relayPrompts, relayResources } from './relay-content.ts';

const RESULT_TOOL = {
  name: 'sekisho_result',
  description:
    'Waits for the decision about a call that needs the approval of a person, and returns the result of the call. Use it with the request id of the pending result.',
  inputSchema: {
    type: 'object' as const,
    properties: { request: { type: 'string', description: 'The request id, such as apr_...' } },
    required: ['request'],
  },
  annotations: { readOnlyHint: true },
};

/** Creates the MCP server for one connection or one HTTP request of a client. */
export function createProxyServer(parts: ProxyServerParts): Server {
  const { capabilities, instructions, version } = parts;
  const server = new Server(
    { name: 'sekisho', title: 'Sekisho proxy', version },
    {
      ...(instructions === undefined ? {} : { instructions }),
      capabilities,
      requestState: { verify: parts.state.verify },
    },
  );
  registerTools(server, parts);
  if (capabilities.resources) relayResources(server, parts);
  if (capabilities.prompts) relayPrompts(server, parts);
  if (capabilities.completions) relayCompletions(server, parts);
  return server;
}

function registerTools(server: Server, parts: ProxyServerParts): void {
  const { upstreams, session } = parts;
  server.setRequestHandler('tools/list', async () => {
    const tools = [...(await upstreams.refresh()).values()];
    // Other programs must not cache the list: it depends on the policy of this user.
    const listed = tools.map(({ name, offered }) => ({ ...toolSchema.parse(offered.definition), name }));
    return { tools: [...listed, RESULT_TOOL], ttlMs: 0, cacheScope: 'private' as const };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    const caller = callerOf(server, parts, context);
    if (name === RESULT_TOOL.name) {
      const waiting = session.waitingFor(String(args['request']));
      if (waiting) return toCallResult(await perform(session, waiting, caller));
      return failure(
        'No call waits for this request in this session. Repeat the original call with the same arguments.',
      );
    }
    const tool = (await upstreams.tools()).get(name);
    if (!tool) throw new ProtocolError(INVALID_PARAMS, `There is no tool named "${name}".`);
    const { offered, description } = tool;
    const { server_id: serverId, state } = offered.capability;
    const request = {
      serverId,
      tool: description,
      args,
      isUnaccepted: state !== 'accepted',
      execute: offered.relay,
    };
    return toCallResult(await relayRequest(parts, request, caller));
  });
}

function toCallResult(gated: GatedResult): CallToolResult | InputRequiredResult {
  switch (gated.kind) {
    case 'result':
      return callResultSchema.parse(gated.value);
    case 'refused':
      return failure(gated.text);
    case 'pending':
    case 'input':
      return gated.result;
  }
}

const failure = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

const toolSchema = z.looseObject({ inputSchema: z.looseObject({ type: z.literal('object') }) });
const callResultSchema = z.custom<CallToolResult>(
  (value) => typeof value === 'object' && value !== null && 'content' in value,
);
