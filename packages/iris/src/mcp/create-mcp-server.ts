import {
  INVALID_PARAMS,
  ProtocolError,
  ResourceNotFoundError,
  Server,
  type Tool as ListedTool,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { callTool, missingTasks } from './call-tool.ts';
import { readClientAbilities, TASKS_EXTENSION } from './client-abilities.ts';
import { ownerOf } from './owner-of.ts';
import type { Surface } from './surface.ts';
import type { TaskStore } from './task-store.ts';
import type { Tool } from './tool.ts';
import { z } from 'zod';

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

/** Lists the tools for clients, always in the same order so that prompts stay cacheable. */
function listTools(tools: readonly Tool[]): ListedTool[] {
  return tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema: inputSchema(),
    ...(outputSchema ? { outputSchema: outputSchema() } : {}),
    ...(annotations ? { annotations: { title, ...annotations } } : {}),
  }));
}

const taskParams = z.looseObject({ taskId: z.string() });
const updateParams = z.looseObject({
  taskId: z.string(),
  inputResponses: z.record(z.string(), z.unknown()).optional(),
});

/** Registers the methods of the Tasks extension: get, update, cancel. */
function registerTasks(server: Server, tasks: TaskStore): void {
  const ownerAfterCheck = (context: ServerContext): string => {
    if (!readClientAbilities(context, server.getClientCapabilities()).tasks) throw missingTasks();
    return ownerOf(context);
  };
  server.setRequestHandler('tasks/get', { params: taskParams }, ({ taskId }, context) => {
    const view = tasks.get(taskId, ownerAfterCheck(context));
    if (!view) throw unknownTask(taskId);
    return view;
  });
  server.setRequestHandler('tasks/update', { params: updateParams }, (params, context) => {
    const owner = ownerAfterCheck(context);
    const answers = { ...params.inputResponses, ...context.mcpReq.inputResponses };
    if (!tasks.answer(params.taskId, owner, answers)) throw unknownTask(params.taskId);
    return {};
  });
  server.setRequestHandler('tasks/cancel', { params: taskParams }, ({ taskId }, context) => {
    if (!tasks.cancel(taskId, ownerAfterCheck(context))) throw unknownTask(taskId);
    return {};
  });
}

function unknownTask(taskId: string): ProtocolError {
  return new ProtocolError(
    INVALID_PARAMS,
    `Task "${taskId}" was not found: it expired, it belongs to another user, or the server was restarted without a state folder.`,
  );
}
