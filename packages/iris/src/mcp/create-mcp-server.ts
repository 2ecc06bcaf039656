import { INVALID_PARAMS, ProtocolError, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';
import { callTool } from './call-tool.ts';
import { readClientAbilities, TASKS_EXTENSION } from './client-abilities.ts';
import { listTools } from './list-tools.ts';
import { ownerOf } from './owner-of.ts';
import { registerTasks } from './register-tasks.ts';
import type { Surface } from './surface.ts';
import type { TaskStore } from './task-store.ts';
import type { Tool } from './tool.ts';

const MAX_WATCHED = 100;
const FIVE_MINUTES = { ttlMs: 300_000, cacheScope: 'public' } as const;

/** Creates a server for one connection or one request. Durable state is in the surface and the task store. */
export function createMcpServer(surface: Surface, tasks: TaskStore): Server {
  const server = new Server(surface.info, {
    instructions: surface.instructions,
    capabilities: {
      tools: {},
      prompts: {},
      resources: { subscribe: true },
      completions: {},
      logging: {},
      extensions: { [TASKS_EXTENSION]: {} },
    },
    cacheHints: { 'tools/list': FIVE_MINUTES, 'prompts/list': FIVE_MINUTES, 'server/discover': FIVE_MINUTES },
    ...(surface.verifyState ? { requestState: { verify: surface.verifyState } } : {}),
  });
  registerTools(server, surface, tasks);
  registerPrompts(server, surface);
  registerResources(server, surface);
  registerTasks(server, tasks);
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const values = await surface.complete(params, ownerOf(context));
    return {
      completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 },
    };
  });
  return server;
}

function registerTools(server: Server, surface: Surface, tasks: TaskStore): void {
  const tools: ReadonlyMap<string, Tool> = new Map(surface.tools.map((tool) => [tool.name, tool]));
  server.setRequestHandler('tools/list', () => ({ tools: listTools(surface.tools) }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const abilities = readClientAbilities(context, server.getClientCapabilities());
    return callTool({ tools, tasks, abilities }, params, context);
  });
}

function registerPrompts(server: Server, { prompts }: Surface): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ render: _render, ...prompt }) => prompt),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (!prompt) throw new ProtocolError(INVALID_PARAMS, `There is no prompt named "${params.name}".`);
    const values = params.arguments ?? {};
    const missing = prompt.arguments?.find(({ name, required }) => required === true && !values[name]);
    if (missing) {
      throw new ProtocolError(INVALID_PARAMS, `The prompt "${prompt.name}" needs "${missing.name}".`);
    }
    return prompt.render(values, context.mcpReq.inputResponses);
  });
}

function registerResources(server: Server, { resources }: Surface): void {
  const watched = new Set<string>();
  let stop: (() => void) | undefined;
  server.setRequestHandler('resources/list', async (_request, context) => ({
    resources: await resources.list(ownerOf(context)),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resources.templates],
  }));
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const found = await resources.read(params.uri, ownerOf(context));
    if (!found) throw new ResourceNotFoundError(params.uri);
    return found;
  });
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (watched.size >= MAX_WATCHED && !watched.has(params.uri)) {
      throw new ProtocolError(INVALID_PARAMS, `A connection can watch at most ${MAX_WATCHED} resources.`);
    }
    watched.add(params.uri);
    stop ??= resources.watch((uri) => {
      // A closing connection rejects the notification, and there is no client left to notify.
      if (watched.has(uri)) server.sendResourceUpdated({ uri }).catch(() => undefined);
    });
    return {};
  });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a server of the SDK is no event target
  server.onclose = () => stop?.();
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
}
