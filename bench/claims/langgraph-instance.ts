import { randomUUID } from 'node:crypto';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import {
  Command,
  END,
  interrupt,
  MessagesAnnotation,
  START,
  StateGraph,
  type BaseCheckpointSaver,
} from '@langchain/langgraph';
import { argumentsOf, ASK_TOOL, LAST_WORD, QUESTION } from '../peers/peer.ts';
import type { Effect, Instance } from './instance.ts';

type State = typeof MessagesAnnotation.State;

const CALL = { id: 'call_0', name: ASK_TOOL, args: argumentsOf(0), type: 'tool_call' } as const;

/** LangGraph: a graph of two nodes; the node of the tool interrupts before the effect, as its documentation recommends. */
export function openLangGraphInstance(
  checkpointer: BaseCheckpointSaver,
  effect: Effect,
  close: () => Promise<void>,
): Instance {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', ({ messages }: State) => ({
      messages: [
        hasResult(messages) ? new AIMessage(LAST_WORD) : new AIMessage({ content: '', tool_calls: [CALL] }),
      ],
    }))
    .addNode('tool', async () => {
      interrupt({ tool: CALL.name, args: CALL.args });
      return { messages: [new ToolMessage({ content: await effect(), tool_call_id: CALL.id })] };
    })
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }: State) => (hasResult(messages) ? END : 'tool'))
    .addEdge('tool', 'model')
    .compile({ checkpointer });
  const configOf = (thread: string) => ({ configurable: { thread_id: thread } });
  return {
    suspend: async () => {
      const thread = randomUUID();
      await graph.invoke({ messages: [new HumanMessage(QUESTION)] }, configOf(thread));
      return thread;
    },
    resume: async (thread) => {
      await graph.invoke(new Command({ resume: { approved: true } }), configOf(thread));
    },
    close,
  };
}

const hasResult = (messages: State['messages']) => messages.some((message) => message instanceof ToolMessage);
