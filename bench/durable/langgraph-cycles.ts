import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { Command, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import type { BaseCheckpointSaver } from '@langchain/langgraph';
import { randomUUID } from 'node:crypto';
import { QUESTION, type CycleBench } from './cycle-bench.ts';

const ARGS = { city: 'City 0 0', days: 3 };

type State = typeof MessagesAnnotation.State;

/** LangGraph's side: the same agent as a graph of two nodes, `interrupt()` in the tool, `Command` to continue. */
export function langGraphCycles(checkpointer: BaseCheckpointSaver, close: () => Promise<void>): CycleBench {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', ({ messages }: State) => ({ messages: [answer(messages)] }))
    .addNode('tool', () => {
      const { approved } = interrupt<object, { approved: boolean }>({ tool: 'send_report', args: ARGS });
      const content = approved ? `The report about ${ARGS.city} is sent.` : 'Refused.';
      return { messages: [new ToolMessage({ content, tool_call_id: 'call_0_0' })] };
    })
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }: State) => (asksForTool(messages) ? 'tool' : END))
    .addEdge('tool', 'model')
    .compile({ checkpointer });
  return {
    cycle: async () => {
      const config = { configurable: { thread_id: randomUUID() } };
      await graph.invoke({ messages: [new HumanMessage(QUESTION)] }, config);
      const { messages } = await graph.invoke(new Command({ resume: { approved: true } }), config);
      if (messages.length !== 4) throw new Error('The run did not end.');
    },
    close,
  };
}

function answer(messages: readonly BaseMessage[]): AIMessage {
  if (messages.some((message) => message.getType() === 'tool'))
    return new AIMessage('The weather is fine in all of them.');
  return new AIMessage({
    content: '',
    tool_calls: [{ id: 'call_0_0', name: 'send_report', args: ARGS, type: 'tool_call' }],
  });
}

function asksForTool(messages: readonly BaseMessage[]): boolean {
  const last = messages.at(-1);
  return last instanceof AIMessage && (last.tool_calls?.length ?? 0) > 0;
}
