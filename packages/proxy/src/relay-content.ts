import {
  INVALID_PARAMS,
  type InputRequiredResult,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { describeFunction, type ToolDescription } from '@sekisho/engine';
import type { McpRelayOptions } from '@sekisho/engine/integration';
import { z } from 'zod';
import { callerOf, relayRequest, type ProxyServerParts } from './client-request.ts';
import { upstreamError, type GatedResult } from './proxy-session.ts';

/** Reading a resource or a prompt passes the gate as a read, so that its content is known as untrusted. */
const READ_RESOURCE = readTool('mcp_read_resource', 'Reads a resource of an MCP server.');
const GET_PROMPT = readTool('mcp_get_prompt', 'Reads a prompt of an MCP server.');

function readTool(name: string, description: string): ToolDescription {
  return describeFunction({ name, description, manifest: { effect: 'read' } });
}

/** Relays resources. */
export function relayResources(server: Server, parts: ProxyServerParts): void {
  const { upstreams } = parts;
  const { owners } = upstreams;
  const list = async (method: string, field: string, { mcpReq }: ServerContext) => {
    const items = await upstreams.listAll('resources', method, field, mcpReq.signal);
    for (const { serverId, item } of items)
      for (const uri of [item['uri'], item['uriTemplate']])
        if (typeof uri === 'string') owners.set(uri, serverId);
    return items.map(({ item }) => item);
  };
  server.setRequestHandler('resources/list', async (_request, context) => ({
    resources: z.array(resourceSchema).parse(await list('resources/list', 'resources', context)),
  }));
  server.setRequestHandler('resources/templates/list', async (_request, context) => ({
    resourceTemplates: z
      .array(templateSchema)
      .parse(await list('resources/templates/list', 'resourceTemplates', context)),
  }));
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const { uri } = params;
    const request = {
      serverId: owners.get(uri) ?? upstreams.serverIds[0] ?? '',
      tool: READ_RESOURCE,
      args: { uri },
      isUnaccepted: false,
      // The approver may have replaced the arguments.
      execute: (args: unknown, options: McpRelayOptions) =>
        send('resources/read', z.strictObject({ uri: z.string() }).parse(args), options),
    };
    return contentOf(await relayRequest(parts, request, callerOf(server, parts, context)), readResultSchema);
  });
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) {
    server.setRequestHandler(method, async ({ params }, context) => {
      const { meta } = callerOf(server, parts, context);
      await send(method, { uri: params.uri }, { signal: context.mcpReq.signal, meta });
      return {};
    });
  }

  /** Sends a request to the server that listed the resource, or to each server until one knows it. */
  async function send(method: string, params: { readonly uri: string }, options: McpRelayOptions) {
    const owner = owners.get(params.uri);
    const serverIds = owner === undefined ? upstreams.serverIds : [owner];
    let last: unknown;
    for (const serverId of serverIds) {
      const { capabilities, request } = await upstreams.peer(serverId);
      if (!('resources' in capabilities)) continue;
      try {
        return await request(method, params, options);
      } catch (error) {
        last = error;
      }
    }
    throw (
      upstreamError(last) ??
      last ??
      new ProtocolError(INVALID_PARAMS, `No server has the resource ${params.uri}.`)
    );
  }
}

/** Relays prompts. */
export function relayPrompts(server: Server, parts: ProxyServerParts): void {
  const { upstreams } = parts;
  const targetOf = (name: string) => {
    const target = upstreams.resolveName(name);
    if (target) return target;
    throw new ProtocolError(INVALID_PARAMS, `There is no prompt named "${name}".`);
  };
  server.setRequestHandler('prompts/list', async (_request, { mcpReq }) => {
    const items = await upstreams.listAll('prompts', 'prompts/list', 'prompts', mcpReq.signal);
    const prompts = items.map(({ serverId, item }) => ({
      ...item,
      name: upstreams.nameOf(serverId, String(item['name'])),
    }));
    return { prompts };
  });
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const relayed = {
      serverId: targetOf(params.name).serverId,
      tool: GET_PROMPT,
      // The name that clients see contains the server, so that equal names of two servers are two calls.
      args: { name: params.name, ...(params.arguments && { arguments: params.arguments }) },
      isUnaccepted: false,
      execute: async (args: unknown, options: McpRelayOptions) => {
        const { name: named, ...rest } = promptSchema.parse(args);
        const { serverId, name } = targetOf(named);
        const { request } = await upstreams.peer(serverId);
        return request('prompts/get', { ...rest, name }, options);
      },
    };
    return contentOf(
      await relayRequest(parts, relayed, callerOf(server, parts, context)),
      promptResultSchema,
    );
  });
}

/** Relays completions to the server that owns the reference. */
export function relayCompletions(server: Server, { upstreams }: ProxyServerParts): void {
  server.setRequestHandler('completion/complete', async ({ params }, { mcpReq }) => {
    const { ref } = params;
    const target = ref.type === 'ref/prompt' ? upstreams.resolveName(ref.name) : undefined;
    const own = target ? { ...params, ref: { ...ref, name: target.name } } : params;
    const owner =
      target?.serverId ?? (ref.type === 'ref/resource' ? upstreams.owners.get(ref.uri) : undefined);
    const serverIds = owner === undefined ? upstreams.serverIds : [owner];
    for (const serverId of serverIds) {
      const { capabilities, request } = await upstreams.peer(serverId);
      if ('completions' in capabilities)
        return completionSchema.parse(await request('completion/complete', own, { signal: mcpReq.signal }));
    }
    return { completion: { values: [] } };
  });
}

const uriSchema = z.looseObject({ uri: z.string() });
const promptSchema = z.strictObject({
  name: z.string(),
  arguments: z.record(z.string(), z.string()).optional(),
});
const resourceSchema = z.looseObject({ uri: z.string(), name: z.string() });
const templateSchema = z.looseObject({ uriTemplate: z.string(), name: z.string() });
const completionSchema = z.looseObject({ completion: z.looseObject({ values: z.array(z.string()) }) });
const readResultSchema = z.looseObject({
  contents: z.array(z.custom<{ uri: string; text: string }>((each) => uriSchema.safeParse(each).success)),
});
const promptResultSchema = z.looseObject({
  messages: z.array(
    z.custom<{ role: 'user'; content: { type: 'text'; text: string } }>((each) => typeof each === 'object'),
  ),
});

/** Returns the content of a read, or throws: resources and prompts have no result for a failure. */
function contentOf<T>(gated: GatedResult, schema: z.ZodType<T>): T | InputRequiredResult {
  switch (gated.kind) {
    case 'result':
      return schema.parse(gated.value);
    case 'input':
      return gated.result;
    case 'refused':
      throw new ProtocolError(INVALID_PARAMS, gated.text);
    case 'pending':
      throw new ProtocolError(
        INVALID_PARAMS,
        gated.result.content.map((each) => ('text' in each ? each.text : '')).join('\n'),
      );
  }
}
