import {
  INVALID_PARAMS,
  type CallToolResult,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type ClientAbilities, TASKS_EXTENSION } from './client-abilities.ts';
import { ownerOf } from './owner-of.ts';
import type { ResumeTask, TaskStore, TaskTools, TaskWork } from './task-store.ts';
import type { Deferred, Tool, ToolCall, ToolOutcome } from './tool.ts';

/** Calls a tool: finds it, checks its requirements, runs it now or as a task, and turns a failure into a result. */
export async function callTool(
  server: { tools: ReadonlyMap<string, Tool>; tasks: TaskStore; abilities: ClientAbilities },
  params: { name: string; arguments?: unknown },
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { tools, tasks, abilities } = server;
  const tool = tools.get(params.name);
  if (!tool) throw new ProtocolError(INVALID_PARAMS, `There is no tool named "${params.name}".`);
  if (tool.requiresTask === true && !abilities.tasks) throw missingTasks();
  const call = describeCall(context, abilities);
  try {
    const outcome = await tool.call(params.arguments ?? {}, call);
    if (!isDeferred(outcome)) return outcome;
    if (!abilities.tasks) return await outcome.deferred(call);
    const work: TaskWork = (granted) => outcome.deferred({ ...call, ...toTaskCall(granted) });
    const view = tasks.start(call.owner, work, tool.name);
    return { resultType: 'task', ...view, content: [] };
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return describeFailure();
  }
}

/** Returns a function that continues the tasks of ended processes with the tools of this server. */
export function resumeWith(tools: readonly Tool[]): ResumeTask {
  return ({ owner, tool: name, note }) => {
    const resume = tools.find((tool) => tool.name === name)?.resume;
    const withoutCaller = { canElicit: false, answers: undefined, state: undefined };
    return resume && ((work) => resume(note, { owner, ...withoutCaller, ...toTaskCall(work) }));
  };
}

/** A task runs without its caller, so it sends no progress. */
function toTaskCall(tools: TaskTools) {
  return { ...tools, inTask: true, report: undefined, log: doNothing };
}

/** Creates the error for clients that did not negotiate the Tasks extension. */
export function missingTasks(): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
  });
}

function describeCall(context: ServerContext, abilities: ClientAbilities): ToolCall {
  const { mcpReq } = context;
  const token = mcpReq._meta?.progressToken;
  return {
    owner: ownerOf(context),
    inTask: false,
    signal: mcpReq.signal,
    report:
      token === undefined
        ? undefined
        : (progress) =>
            mcpReq.notify({
              method: 'notifications/progress',
              params: { progressToken: token, ...progress },
            }),
    log: mcpReq.log,
    canElicit: abilities.elicitation,
    answers: mcpReq.inputResponses,
    state: mcpReq.requestState(),
  };
}

// The message of an unexpected error may contain secrets, so it is not sent.
function describeFailure(): CallToolResult {
  const text =
    '[internal_error] The tool failed with an unexpected error. Its details are not sent, because they may contain secrets.';
  return { content: [{ type: 'text', text }], isError: true };
}

function isDeferred(outcome: ToolOutcome): outcome is Deferred {
  return 'deferred' in outcome && typeof outcome.deferred === 'function';
}

const doNothing = async (): Promise<void> => undefined;
