import { generateText, isStepCount, tool, type ModelMessage, type ToolSet } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import type { AiThread } from '../src/index.ts';

/** A call of the simulated model. */
export interface ModelCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Declared as in an application, so that only sends need a reason. */
export const MANIFESTS = {
  read_note: { effect: 'read' },
  send_mail: { effect: 'send', arguments: { to: 'recipient' } },
  fails: { effect: 'read' },
} as const;

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** The simulated model: it requests these calls, and writes a text once a message contains a result. */
export function modelWith(calls: readonly ModelCall[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const isDone = prompt.some(({ role }) => role === 'tool');
      return {
        content: isDone
          ? [{ type: 'text', text: 'Done.' }]
          : calls.map(({ id, tool: toolName, args }) => ({
              type: 'tool-call',
              toolCallId: id,
              toolName,
              input: JSON.stringify(args),
            })),
        finishReason: { unified: isDone ? 'stop' : 'tool-calls', raw: undefined },
        usage: USAGE,
        warnings: [],
      };
    },
  });
}

/** The tools of the office. `execute` is the body of each. */
export function officeTools(
  execute: (name: string, args: Readonly<Record<string, unknown>>) => Promise<string>,
) {
  return {
    read_note: tool({
      description: 'Reads a note.',
      inputSchema: z.object({ id: z.string() }),
      execute: (args) => execute('read_note', args),
    }),
    send_mail: tool({
      description: 'Sends a mail.',
      inputSchema: z.object({ to: z.string() }),
      execute: (args) => execute('send_mail', args),
    }),
    fails: tool({ inputSchema: z.object({}), execute: (args) => execute('fails', args) }),
  };
}

/** One request of a client: the loop of the AI SDK over these messages, with the gate if there is a thread. */
export async function request(options: {
  readonly model: MockLanguageModelV4;
  readonly tools: ToolSet;
  readonly messages: readonly ModelMessage[];
  readonly thread?: AiThread | undefined;
  readonly steps?: number;
}) {
  const { model, tools, messages, thread, steps = 5 } = options;
  const gated = thread ? await thread.gate({ tools, messages }) : { tools, messages: [...messages] };
  return generateText({ model, stopWhen: isStepCount(steps), ...gated });
}
