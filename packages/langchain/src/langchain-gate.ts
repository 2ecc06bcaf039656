import { ToolMessage, type BaseMessage } from '@langchain/core/messages';
import type { ToolCall } from '@langchain/core/messages/tool';
import type { ClientTool, ServerTool } from '@langchain/core/tools';
import { toJsonSchema } from '@langchain/core/utils/json_schema';
import { isInteropZodSchema } from '@langchain/core/utils/types';
import { interrupt, isGraphBubbleUp } from '@langchain/langgraph';
import {
  createThreads,
  SekishoError,
  type Engine,
  type Thread,
  type ThreadCall,
  type ThreadsOptions,
} from '@sekisho/engine';
import { AIMessage, createMiddleware } from 'langchain';
import { z } from 'zod';
import { encodeResult, decodeResult } from './tool-result.ts';

/** The options of `createLangChainGate`. */
export interface LangChainGateOptions extends ThreadsOptions {
  /** The name of the agent. Runs are listed by it. The default is `assistant`. */
  readonly agent?: string | undefined;
  /** The names or types of tools that the model's provider may execute. Their calls cannot be stopped, so others are rejected. */
  readonly providerTools?: readonly string[] | undefined;
}

/** The gate for agents of LangChain. */
export interface LangChainGate {
  readonly engine: Engine;
  /** The middleware for `createAgent`. It must be the last one, so that it sees the calls that are executed. */
  readonly middleware: ReturnType<typeof createGateMiddleware>;
  close(): Promise<void>;
}

/** An agent loop uses its thread several times within a second. */
const LINGER_MS = 1_000;

/** What a program passes as `context` of `invoke` and `stream`. */
const contextSchema = z.object({
  /** What the user wrote in this request. Other messages of the state do not count as text of the user. */
  userText: z.string().optional(),
  /** The authenticated person who sent this request. The value of `resume` is then the decision of this person. */
  approver: z.object({ id: z.string() }).optional(),
  /** Who requested the run. The console displays it. */
  requester: z.string().optional(),
});

const resumeSchema = z.object({ approve: z.boolean() });

/** Creates the gate for agents of LangChain. */
export function createLangChainGate(options: LangChainGateOptions = {}): LangChainGate {
  const { agent = 'assistant', providerTools = [], ...rest } = options;
  const threads = createThreads('langchain', { lingerMs: LINGER_MS, ...rest });
  return {
    engine: threads.engine,
    middleware: createGateMiddleware(threads, { agent, providerTools }),
    close: () => threads.close(),
  };
}

type Context = z.infer<typeof contextSchema>;
type Threads = ReturnType<typeof createThreads>;

interface HookRuntime {
  readonly configurable?: { readonly thread_id?: string | undefined } | undefined;
  readonly context?: Context | undefined;
}

function createGateMiddleware(
  threads: Threads,
  { agent, providerTools }: { readonly agent: string; readonly providerTools: readonly string[] },
) {
  /** Opens the thread of the graph for one hook. The thread stays open between the hooks of an invocation. */
  async function withThread<T>(
    { configurable, context }: HookRuntime,
    messages: readonly BaseMessage[],
    work: (thread: Thread) => Promise<T>,
  ): Promise<T> {
    const id = configurable?.thread_id;
    if (id === undefined)
      throw new SekishoError(
        'AGENTS-E-INPUT-INVALID',
        'The gate needs the thread of the conversation. Pass configurable: { thread_id } to the agent.',
      );
    const thread = await threads.open({ id, agent, requester: context?.requester });
    try {
      if (context?.userText !== undefined) thread.addUserText(context.userText);
      recordMessages(thread, messages);
      return await work(thread);
    } finally {
      await thread.close();
    }
  }

  function callOf({ id, name, args }: ToolCall, tool: ClientTool | ServerTool | undefined): ThreadCall {
    const schema: unknown = tool && 'schema' in tool ? tool.schema : undefined;
    const description: unknown = tool && 'description' in tool ? tool.description : undefined;
    return {
      callId: id ?? '',
      tool: threads.describe({
        name,
        description: typeof description === 'string' ? description : undefined,
        parameters: isInteropZodSchema(schema) ? toJsonSchema(schema) : schema,
      }),
      args,
    };
  }

  return createMiddleware({
    name: 'SekishoGate',
    contextSchema,
    /** Decides all calls of a response together, before any of them runs. */
    wrapModelCall: (request, handler) =>
      withThread(request.runtime, request.messages, async (thread) => {
        const tools = new Map(request.tools.map((tool) => [nameOf(tool), tool]));
        for (const [name, tool] of tools) if (!isExecutable(tool)) requireListed(name, providerTools);
        const response = await handler(request);
        if (!AIMessage.isInstance(response)) return response;
        const calls = response.tool_calls ?? [];
        await thread.decide(calls.map((call) => callOf(call, tools.get(call.name))));
        return response;
      }),
    wrapToolCall: (request, handler) =>
      withThread(request.runtime, request.state.messages, async (thread) => {
        const { toolCall, tool, runtime } = request;
        const call = callOf(toolCall, tool);
        const body = async (edited: unknown) => {
          const args = edited === undefined ? toolCall.args : z.record(z.string(), z.unknown()).parse(edited);
          try {
            return encodeResult(await handler({ ...request, toolCall: { ...toolCall, args } }));
          } catch (cause) {
            if (!isGraphBubbleUp(cause)) throw cause;
            const why = `The tool ${toolCall.name} interrupted the graph. A body runs once, so it cannot start again after an interrupt.`;
            throw new SekishoError('AGENTS-E-COMPAT-UNSUPPORTED', why, { cause });
          }
        };
        for (;;) {
          const result = await thread.perform(call, body);
          if (result.kind === 'result') return decodeResult(result.value, toolCall);
          if (result.kind === 'refused')
            return new ToolMessage({
              content: result.text,
              name: toolCall.name,
              tool_call_id: toolCall.id ?? '',
              status: 'error',
            });
          const { approval_id: approvalId, prompt, prompt_ja } = result.approval;
          // Pauses the graph. The value of a resume proves nothing: the store is asked again.
          const resumed: unknown = interrupt({ approvalId, prompt, prompt_ja, toolCall });
          const decision = resumeSchema.safeParse(resumed);
          const approver = runtime.context?.approver;
          if (approver && decision.success) await thread.decideAs(call, approver, decision.data.approve);
        }
      }),
  });
}

/**
 * Records the parts of these messages that the model reads and the thread does not know yet: texts of people that the program did
 * not name as the user's, and results of calls that the thread did not execute. All of it is untrusted.
 */
function recordMessages(thread: Thread, messages: readonly BaseMessage[]): void {
  for (const message of messages) {
    if (ToolMessage.isInstance(message)) {
      if (!thread.hasResult(message.tool_call_id))
        thread.recordContent(`langchain:${message.name ?? 'tool'}`, message.content);
    } else if (message.type === 'human' && !thread.run.userTexts.includes(message.text))
      thread.recordContent('langchain:message', message.content);
  }
}

const isExecutable = (tool: ClientTool | ServerTool) => 'invoke' in tool && typeof tool.invoke === 'function';

function nameOf(tool: ClientTool | ServerTool): string {
  if ('name' in tool) return String(tool.name);
  return 'type' in tool ? String(tool['type']) : '';
}

function requireListed(name: string, providerTools: readonly string[]): void {
  if (providerTools.includes(name)) return;
  throw new SekishoError(
    'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
    `The tool "${name}" is executed by the provider, where no gate can stop it. List it in providerTools to allow it.`,
  );
}
