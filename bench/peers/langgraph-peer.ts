import { randomUUID } from 'node:crypto';
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import {
  Command,
  END,
  interrupt,
  MessagesAnnotation,
  START,
  StateGraph,
  type BaseCheckpointSaver,
} from '@langchain/langgraph';
import { agentFor } from './agent-for.ts';
import { argumentsOf, ASK_TOOL, LAST_WORD, QUESTION, READ_TOOL, tellWeather, type Peer } from './peer.ts';

type State = typeof MessagesAnnotation.State;

/**
 * LangGraph: the same agent as a graph of two nodes, its cheapest form. It cannot list waiting threads, so
 * the program stores their names.
 */
export async function openLangGraph(
  checkpointer: BaseCheckpointSaver,
  close: () => void = () => {},
): Promise<Peer> {
  const readers = agentFor((calls) => makeGraph(READ_TOOL, calls).compile({ checkpointer }));
  const asker = makeGraph(ASK_TOOL, 1).compile({ checkpointer });
  const waiting = new Set<string>();
  return {
    run: async (calls) => {
      const { messages } = await readers(calls).invoke(start(), configOf(randomUUID()));
      if (messages.length !== 2 + 2 * calls) throw new Error('The run did not end.');
    },
    suspend: async () => {
      const name = randomUUID();
      await asker.invoke(start(), configOf(name));
      waiting.add(name);
      return name;
    },
    list: async () => [...waiting],
    resume: async (name) => {
      waiting.delete(name);
      const { messages } = await asker.invoke(new Command({ resume: { approved: true } }), configOf(name));
      if (messages.length !== 4) throw new Error('The run did not end.');
    },
    close: async () => close(),
  };
}

const start = () => ({ messages: [new HumanMessage(QUESTION)] });
const configOf = (thread: string) => ({ configurable: { thread_id: thread }, recursionLimit: 500 });

function makeGraph(toolName: string, calls: number) {
  return new StateGraph(MessagesAnnotation)
    .addNode('model', ({ messages }: State) => ({ messages: [answer(messages, toolName, calls)] }))
    .addNode('tool', async ({ messages }: State) => {
      const call = callIn(messages);
      if (call?.name === ASK_TOOL) interrupt({ tool: call.name, args: call.args });
      const content = await tellWeather({ city: String(call?.args['city']) });
      return { messages: [new ToolMessage({ content, tool_call_id: call?.id ?? '' })] };
    })
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }: State) => (callIn(messages) ? 'tool' : END))
    .addEdge('tool', 'model');
}

function answer(messages: readonly BaseMessage[], name: string, calls: number): AIMessage {
  const turn = (messages.length - 1) / 2;
  if (turn >= calls) return new AIMessage(LAST_WORD);
  const call = { id: `call_${turn}`, name, args: argumentsOf(turn), type: 'tool_call' } as const;
  return new AIMessage({ content: '', tool_calls: [call] });
}

function callIn(messages: readonly BaseMessage[]) {
  const last = messages.at(-1);
  return last instanceof AIMessage ? last.tool_calls?.[0] : undefined;
}
