import { open, realpath } from 'node:fs/promises';
import { serveStdio, type Clock } from '@sekisho/dify-plugin';
import type { DifyCall } from '../../../packages/dify-plugin/test/daemon-session.ts';
import { StdioDaemon } from '../../../packages/dify-plugin/test/stdio-daemon.ts';
import type { AgentSettings } from '../config/env.ts';
import { createGpt5AgentPlugin } from '../provider/gpt5_agent.ts';
import { searchTool } from './sample-tools.ts';

type Message = {
  role: string;
  content: string;
  name: string | null;
  tool_call_id: string;
  tool_calls: { id: string; function: { name: string; arguments: string } }[];
};

/** A call of the strategy to Dify's model. */
export type LlmQuestion = {
  provider: string;
  model: string;
  stream: boolean;
  stop: string[];
  completion_params: Record<string, unknown>;
  prompt_messages: Message[];
  tools: { name: string }[];
};

/** A call of the strategy to a tool of Dify. */
type ToolQuestion = {
  tool_type: string;
  provider: string;
  tool: string;
  tool_parameters: Record<string, unknown>;
  credential_id?: string;
};

type LogItem = {
  id: string;
  label: string;
  parent_id: string | null;
  status: string;
  error: string | null;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
};

/** A round of the scripted model: its chunks, in order. It may throw. */
export type Round = (question: LlmQuestion) => Iterable<unknown> | AsyncIterable<unknown>;
type ToolScript = (question: ToolQuestion) => Iterable<unknown> | AsyncIterable<unknown>;

export type Script = {
  /** The rounds in order; the last one is repeated. */
  rounds: readonly Round[];
  tool?: ToolScript;
  params?: object;
  head?: object;
  strategy?: 'gpt5_function_calling' | 'gpt5_react';
  filesRoot?: string;
  clock?: Clock;
  settings?: Partial<AgentSettings>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

const MAX_QUESTIONS = 100;

/** Runs a strategy like Dify, over the plugin's standard input and output, with a scripted model and tools. */
export async function runStrategy(script: Script) {
  const questions: LlmQuestion[] = [];
  const toolQuestions: ToolQuestion[] = [];
  const daemon = new StdioDaemon({
    answer: (call: DifyCall) => {
      if (questions.length + toolQuestions.length > MAX_QUESTIONS) throw new Error('The run does not end.');
      const request: unknown = call.request;
      if (call.type === 'tool') {
        toolQuestions.push(request as ToolQuestion);
        return (script.tool ?? (() => [text('found it')]))(request as ToolQuestion);
      }
      questions.push(request as LlmQuestion);
      const round = script.rounds[questions.length - 1] ?? script.rounds.at(-1);
      return round!(request as LlmQuestion);
    },
  });
  let ids = 0;
  const plugin = createGpt5AgentPlugin({
    clock: script.clock ?? systemClock,
    createId: () => `id-${(ids += 1)}`,
    local: { root: script.filesRoot ?? '/files', access: { open, realpath } },
    settings: { allowsSchemaless: false, logsContents: false, ...script.settings },
  });
  const served = serveStdio(plugin, { input: daemon.input, output: daemon.fromPlugin });
  const session = daemon.request(
    {
      type: 'agent_strategy',
      action: 'invoke_agent_strategy',
      agent_strategy_provider: 'gpt5_agent',
      agent_strategy: script.strategy ?? 'gpt5_function_calling',
      agent_strategy_params: { ...defaultParams, ...script.params },
    },
    script.head,
  );
  await session.done;
  daemon.closeInput();
  await served;
  const items = session.items as unknown as {
    type: string;
    message: Record<string, unknown>;
    meta: unknown;
  }[];
  const last = items.at(-1);
  const json = (last?.type === 'json' ? last.message['json_object'] : undefined) as
    | { run: Record<string, unknown>; execution_metadata: Record<string, unknown> }
    | undefined;
  return {
    items,
    questions,
    toolQuestions,
    errors: session.errors,
    ends: session.ends,
    text: items
      .filter(({ type }) => type === 'text')
      .map(({ message }) => String(message['text']))
      .join(''),
    logs: items.filter(({ type }) => type === 'log').map(({ message }) => message as unknown as LogItem),
    json,
    daemonLog: daemon.recorder.logs,
    noise: daemon.recorder.noise,
  };
}

export const defaultParams = {
  model: {
    provider: 'you/openai_gpt5_responses/openai_gpt5',
    model: 'gpt-5.2',
    model_type: 'llm',
    mode: 'chat',
    type: 'model-selector',
    completion_params: { reasoning_effort: 'medium' },
    history_prompt_messages: [],
    entity: { model: 'gpt-5.2', features: ['tool-call', 'multi-tool-call', 'stream-tool-call'] },
  },
  tools: [searchTool],
  instruction: 'Be kind.',
  query: 'What is new?',
  context: null,
  maximum_iterations: 6,
  emit_intermediate_thoughts: true,
  prompt_policy_overrides: '',
};

/** Creates a round in which the model returns these parts. */
export function says(...parts: (string | object)[]): Round {
  return () => [
    ...parts.map((part) => (typeof part === 'string' ? piece(part) : part)),
    piece('', { usage }),
  ];
}

/** Creates a round in which the model fails after these parts. */
export function fails(...parts: (string | object)[]): Round {
  return function* () {
    for (const part of parts) yield typeof part === 'string' ? piece(part) : part;
    throw new Error('the model is down');
  };
}

export function piece(content: unknown, fields: object = {}, toolCalls: unknown = []): object {
  return {
    model: 'gpt-5.2',
    prompt_messages: [],
    system_fingerprint: null,
    delta: {
      index: 0,
      message: { role: 'assistant', content, tool_calls: toolCalls, name: null },
      usage: null,
      finish_reason: null,
      ...fields,
    },
  };
}

/** Creates a complete tool call. */
export function calls(name: string, args: unknown, id = `call_${name}`): object {
  const written = typeof args === 'string' ? args : JSON.stringify(args);
  return piece('', {}, [{ id, type: 'function', function: { name, arguments: written } }]);
}

export function text(words: string): object {
  return { type: 'text', message: { text: words }, meta: null };
}

const usage = {
  prompt_tokens: 12,
  prompt_unit_price: '1.75',
  prompt_price_unit: '0.000001',
  prompt_price: '0.0000210',
  completion_tokens: 34,
  completion_unit_price: '14.00',
  completion_price_unit: '0.000001',
  completion_price: '0.0004760',
  total_tokens: 46,
  total_price: '0.0004970',
  currency: 'USD',
  latency: 1.5,
};

/** Returns the tool results in a model call. */
export function toolResults(question: LlmQuestion | undefined): string[] {
  return (question?.prompt_messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);
}
