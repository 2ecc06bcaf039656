import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { Command, interrupt } from '@langchain/langgraph';
import { createAgent, createMiddleware, ToolMessage } from 'langchain';
import { join } from 'node:path';
import { z } from 'zod';
import type { LangChainGate } from '../src/index.ts';

/** A call of the simulated model. */
export interface ModelCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export const MANIFESTS = {
  read_note: { effect: 'read' },
  send_mail: { effect: 'send', arguments: { to: 'recipient' } },
  fails: { effect: 'read' },
} as const;

/** The simulated model: it requests the calls, and writes a text once the last message is a result. */
class OfficeModel extends BaseChatModel {
  readonly #calls: () => readonly ModelCall[];

  constructor(calls: () => readonly ModelCall[]) {
    super({});
    this.#calls = calls;
  }

  override _llmType(): string {
    return 'office';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]) {
    const isDone = messages.at(-1)?.type === 'tool';
    const tool_calls = isDone
      ? []
      : this.#calls().map(({ id, tool: name, args }) => ({ id, name, args: { ...args } }));
    const message = new AIMessage({ content: isDone ? 'Done.' : '', tool_calls });
    return { generations: [{ text: message.text, message }] };
  }
}

const context = z.object({
  userText: z.string().optional(),
  approver: z.object({ id: z.string() }).optional(),
  requester: z.string().optional(),
});

/** Asks before each mail with an interrupt, as the documentation of LangChain shows it. */
const askBeforeMail = createMiddleware({
  name: 'AskBeforeMail',
  contextSchema: context,
  wrapToolCall: async (request, handler) => {
    const { name, id = '' } = request.toolCall;
    if (name !== 'send_mail') return handler(request);
    const { approve } = z.object({ approve: z.boolean() }).parse(interrupt({ toolCall: request.toolCall }));
    return approve ? handler(request) : new ToolMessage({ content: 'No.', name, tool_call_id: id });
  },
});

/** Continues an interrupted graph with an approval of the client. */
export const approval = () => new Command({ resume: { approve: true } });

/** The agent of the office with its checkpoints in a file. The bare side asks before each mail, as LangChain does it. */
export function officeAgent(options: {
  readonly directory: string;
  readonly gate?: LangChainGate | undefined;
  readonly calls: () => readonly ModelCall[];
  readonly execute: (name: string, args: Readonly<Record<string, unknown>>) => Promise<string>;
}) {
  const { directory, gate, calls, execute } = options;
  const define = (name: string, schema: z.ZodObject) =>
    tool((args) => execute(name, z.record(z.string(), z.unknown()).parse(args)), {
      name,
      description: name,
      schema,
    });
  return createAgent({
    model: new OfficeModel(calls),
    tools: [
      define('read_note', z.object({ id: z.string() })),
      define('send_mail', z.object({ to: z.string() })),
      define('fails', z.object({})),
    ],
    middleware: [gate?.middleware ?? askBeforeMail],
    checkpointer: SqliteSaver.fromConnString(join(directory, 'graph.db')),
  });
}
