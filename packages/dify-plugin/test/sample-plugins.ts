import {
  definePlugin,
  PluginError,
  type LlmDelta,
  type LlmUsage,
  type PluginMessage,
  type SessionContext,
} from '../src/index.ts';
import type { StreamItem } from './daemon-session.ts';

export const usage: LlmUsage = {
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
  latency: 1.42,
};

export const llmRequest = {
  type: 'model',
  action: 'invoke_llm',
  provider: 'echo',
  model_type: 'llm',
  model: 'echo-1',
  credentials: { api_key: 'topsecret-key-1' },
  model_parameters: null,
  prompt_messages: [{ role: 'user', content: 'hello', name: '', tool_calls: null, tool_call_id: '' }],
  tools: null,
  stop: null,
  json_schema: null,
  stream: true,
};

export const agentRequest = {
  type: 'agent_strategy',
  action: 'invoke_agent_strategy',
  agent_strategy_provider: 'agents',
  agent_strategy: 'talk',
  agent_strategy_params: { query: 'hi' },
};

/** A model provider that repeats the last message word by word. */
export const echoPlugin = definePlugin({
  models: {
    echo: {
      validateCredentials: async ({ credentials }) => {
        if (credentials['api_key'] !== 'good') {
          throw new PluginError(
            'InvokeAuthorizationError',
            `The key ${String(credentials['api_key'])} is wrong.`,
          );
        }
        return { region: 'eu' };
      },
      llm: {
        async *invoke({ prompt_messages: messages, model }): AsyncGenerator<LlmDelta> {
          const content = messages.at(-1)?.content ?? '';
          const whole = typeof content === 'string' ? content : '';
          for (const text of whole.split(/(?<= )/)) yield { model, text };
          yield { model, usage, finishReason: 'stop' };
        },
        countTokens: async ({ prompt_messages: messages }) => messages.length,
        getSchema: async ({ model }) => ({ model, label: { en_US: model }, model_type: 'llm' }),
      },
    },
  },
});

/** Creates a plugin with one strategy for a test. */
export function agentPlugin(
  talk: (context: SessionContext) => AsyncIterable<PluginMessage>,
  deadlines: { invokeMs?: number; callMs?: number } = {},
) {
  return definePlugin({
    agentStrategies: {
      agents: {
        talk: (_request, context) => talk(context),
      },
    },
    deadlines,
  });
}

/** Returns the text of the response of an agent or a tool. */
export function textOf(items: StreamItem[]): string {
  return items
    .filter(({ type }) => type === 'text')
    .map(({ message }) => message.text)
    .join('');
}

/** Returns the text of the response of a model. */
export function answerOf(items: StreamItem[]): string {
  return items.map(({ delta }) => delta.message.content).join('');
}
