import { z } from 'zod';
import type { DaemonClient, Dispatch } from './daemon/daemon-client.ts';

const chunkSchema = z.object({ delta: z.object({ message: z.object({ content: z.string() }) }) });
const messageSchema = z.object({ type: z.string(), message: z.record(z.string(), z.unknown()) });

/** A message of an agent. */
export type AgentMessage = z.infer<typeof messageSchema>;

/** The id of the echo plugin and the time limit of a call. */
export type EchoOptions = Partial<Pick<Dispatch, 'pluginId' | 'timeoutMs'>>;

/** Calls the echo plugin and streams its response. */
export async function* streamEcho(
  client: DaemonClient,
  prompt: string,
  options: EchoOptions = {},
): AsyncGenerator<string> {
  for await (const item of client.dispatch(echoCall(prompt, options))) {
    yield chunkSchema.parse(item).delta.message.content;
  }
}

/** Calls the echo plugin and returns its response as one text. */
export async function askEcho(client: DaemonClient, prompt: string, options?: EchoOptions): Promise<string> {
  return (await Array.fromAsync(streamEcho(client, prompt, options))).join('');
}

/** Calls an agent strategy and returns its messages. */
export async function askAgent(
  client: DaemonClient,
  call: { pluginId: string; provider: string; strategy: string; params: Record<string, unknown> },
): Promise<AgentMessage[]> {
  const data = {
    agent_strategy_provider: call.provider,
    agent_strategy: call.strategy,
    agent_strategy_params: call.params,
  };
  return readAgentMessages(client.dispatch({ pluginId: call.pluginId, path: 'agent_strategy/invoke', data }));
}

/** Parses the items of an agent's response as messages. */
export async function readAgentMessages(items: AsyncIterable<unknown>): Promise<AgentMessage[]> {
  return Array.fromAsync(items, (item) => messageSchema.parse(item));
}

/** Returns the text of an agent's messages. */
export function textOf(messages: readonly AgentMessage[]): string {
  return messages
    .filter(({ type }) => type === 'text')
    .map(({ message }) => String(message['text']))
    .join('');
}

function echoCall(prompt: string, { pluginId = 'sekisho/echo', ...limits }: EchoOptions): Dispatch {
  return {
    ...limits,
    pluginId,
    path: 'llm/invoke',
    data: {
      provider: 'echo',
      model_type: 'llm',
      model: 'echo-1',
      credentials: { api_key: 'good' },
      model_parameters: {},
      prompt_messages: [{ role: 'user', content: prompt, name: '', tool_calls: [], tool_call_id: '' }],
      tools: [],
      stop: [],
      stream: true,
    },
  };
}
