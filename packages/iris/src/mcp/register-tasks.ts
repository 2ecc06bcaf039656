import { INVALID_PARAMS, ProtocolError, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { missingTasks } from './call-tool.ts';
import { readClientAbilities } from './client-abilities.ts';
import { ownerOf } from './owner-of.ts';
import type { TaskStore } from './task-store.ts';

const taskParams = z.looseObject({ taskId: z.string() });
const updateParams = z.looseObject({
  taskId: z.string(),
  inputResponses: z.record(z.string(), z.unknown()).optional(),
});

/** Registers the methods of the Tasks extension: get, update, cancel. */
export function registerTasks(server: Server, tasks: TaskStore): void {
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
