import { createSimulator, serveSimulator, type Simulator } from '@sekisho/responses/simulator';
import type { Dispatch } from './daemon/daemon-client.ts';
import type { DaemonKind } from './daemon/running-daemon.ts';
import { openEnvironment, type TestEnvironment } from './open-environment.ts';
import { buildPackage } from './plugins/build-package.ts';
import { weatherTool } from './weather-tool.ts';

const MODEL_PLUGIN = 'sekisho/openai_gpt5_responses';

/** The only key that the simulated OpenAI accepts. */
export const GOOD_KEY = 'sk-good';

/** Both plugins in a daemon, with a simulated Dify that has one tool, and a simulated OpenAI. */
export type PluginEnvironment = {
  environment: TestEnvironment;
  simulator: Simulator;
  /** The tool calls in their order. */
  toolCalls: string[];
  askStrategy: (query: string, strategy?: string) => AsyncIterable<unknown>;
  askModel: (prompt: string) => AsyncIterable<unknown>;
  checkKey: (key: string, baseUrl?: string) => AsyncIterable<unknown>;
  /** Returns the description of a model for Dify, with these credentials besides the key. */
  describeModel: (model: string, credentials: Record<string, unknown>) => AsyncIterable<unknown>;
  /** The URL of the simulated OpenAI. */
  openaiUrl: string;
  close: () => Promise<void>;
};

/** Starts all programs that are needed for a call through both plugins. */
export async function openPluginEnvironment(kind: DaemonKind): Promise<PluginEnvironment> {
  const packages = [
    await buildPackage('openai_gpt5_responses', { withNodeWheel: false }),
    await buildPackage('gpt5_agent_strategies', { withNodeWheel: false }),
  ];
  const simulator = createSimulator({ apiKeys: [GOOD_KEY], latency: { perEventMs: 2 } });
  const openai = await serveSimulator(simulator);
  const credentials = (key: string) => ({ openai_api_key: key, openai_api_base: openai.baseUrl });
  const toolCalls: string[] = [];
  const environment = await openEnvironment(kind, {
    credentials: credentials(GOOD_KEY),
    env: { OPENAI_GPT5_ALLOWED_BASE_URL_HOSTS: openai.baseUrl },
    reachablePorts: [Number(new URL(openai.baseUrl).port)],
    async *invokeTool({ tool, tool_parameters: { city } }) {
      toolCalls.push(`${tool} ${String(city)}`);
      yield { type: 'text', message: { text: `It is sunny in ${String(city)}, 21 degrees.` }, meta: null };
    },
  });
  for (const { bytes } of packages) await environment.install(bytes);
  return {
    environment,
    simulator,
    toolCalls,
    askStrategy: (query, strategy = 'gpt5_function_calling') =>
      environment.client.dispatch(agentCall(query, strategy)),
    askModel: (prompt) => environment.client.dispatch(modelCall(prompt, credentials(GOOD_KEY))),
    checkKey: (key, baseUrl = openai.baseUrl) =>
      environment.client.dispatch({
        pluginId: MODEL_PLUGIN,
        path: 'model/validate_provider_credentials',
        data: { provider: 'openai_gpt5', credentials: { ...credentials(key), openai_api_base: baseUrl } },
      }),
    describeModel: (model, form) =>
      environment.client.dispatch({
        pluginId: MODEL_PLUGIN,
        path: 'model/schema',
        data: {
          provider: 'openai_gpt5',
          model_type: 'llm',
          model,
          credentials: { ...credentials(GOOD_KEY), ...form },
        },
      }),
    openaiUrl: openai.baseUrl,
    close: async () => {
      await environment[Symbol.asyncDispose]();
      await openai.close();
    },
  };
}

function agentCall(query: string, strategy: string): Dispatch {
  const model = {
    provider: `${MODEL_PLUGIN}/openai_gpt5`,
    model: 'gpt-5.2',
    model_type: 'llm',
    mode: 'chat',
    type: 'model-selector',
    completion_params: { reasoning_effort: 'low' },
    history_prompt_messages: [],
    entity: null,
  };
  const params = {
    query,
    model,
    instruction: 'Answer shortly.',
    tools: [weatherTool],
    maximum_iterations: 6,
    emit_intermediate_thoughts: true,
  };
  return {
    pluginId: 'sekisho/gpt5_agent_strategies',
    path: 'agent_strategy/invoke',
    data: {
      agent_strategy_provider: 'gpt5_agent',
      agent_strategy: strategy,
      agent_strategy_params: params,
    },
  };
}

function modelCall(content: string, credentials: Record<string, unknown>): Dispatch {
  return {
    pluginId: MODEL_PLUGIN,
    path: 'llm/invoke',
    data: {
      provider: 'openai_gpt5',
      model_type: 'llm',
      model: 'gpt-5.2',
      credentials,
      model_parameters: {},
      prompt_messages: [{ role: 'user', content, name: '', tool_calls: [], tool_call_id: '' }],
      tools: [],
      stop: [],
      stream: true,
    },
  };
}
