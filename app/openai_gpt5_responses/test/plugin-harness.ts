import { definePlugin, serveStdio } from '@sekisho/dify-plugin';
import { ModelRegistry, ReasoningCache } from '@sekisho/responses';
import { createSimulator, type SimulatorOptions } from '@sekisho/responses/simulator';
import type { DaemonSession } from '../../../packages/dify-plugin/test/daemon-session.ts';
import { StdioDaemon } from '../../../packages/dify-plugin/test/stdio-daemon.ts';
import type { PluginParts } from '../internal/plugin-parts.ts';
import { createOpenAiGpt5Provider } from '../provider/openai_gpt5.ts';

/** A date on which every model of the design documents was available. */
const SPRING = Date.parse('2026-04-01T00:00:00Z');
export const KEY = 'sk-test-0123456789abcdef';
export const credentials = { openai_api_key: KEY, openai_api_base: 'http://127.0.0.1:9/' };

/** The plugin between a simulated daemon and a simulated OpenAI. */
export function createHarness(options: SimulatorOptions = {}, parts: Partial<PluginParts> = {}) {
  const simulator = createSimulator({ now: () => SPRING, ...options });
  const plugin = definePlugin({
    models: {
      openai_gpt5: createOpenAiGpt5Provider({
        fetch: simulator.fetch,
        now: () => SPRING,
        registry: new ModelRegistry(),
        reasoning: new ReasoningCache(),
        isAudited: false,
        allowedBaseUrls: new Set(['http://127.0.0.1:9/v1']),
        allowsPolling: false,
        ...parts,
      }),
    },
  });
  const ask = async (data: object) => {
    const daemon = new StdioDaemon();
    const served = serveStdio(plugin, { input: daemon.input, output: daemon.fromPlugin, coalesceMs: 0 });
    const session = daemon.request(data);
    daemon.closeInput();
    await served;
    return { session, logs: daemon.recorder.logs, lines: daemon.recorder.lines };
  };
  return { simulator, plugin, ask };
}

/** Returns a model call of Dify with the given changes. */
export function invokeLlm(change: object = {}): object {
  return {
    type: 'model',
    action: 'invoke_llm',
    provider: 'openai_gpt5',
    model_type: 'llm',
    model: 'gpt-5.2',
    credentials,
    model_parameters: null,
    prompt_messages: [{ role: 'user', content: 'hello', name: '', tool_calls: null, tool_call_id: '' }],
    tools: null,
    stop: null,
    json_schema: null,
    stream: true,
    ...change,
  };
}

/** Returns another request of Dify about a model. */
export function modelRequest(action: string, change: object = {}): object {
  return {
    type: 'model',
    action,
    provider: 'openai_gpt5',
    model_type: 'llm',
    model: 'gpt-5.2',
    credentials,
    ...change,
  };
}

/** A chunk of a response, with the fields that the tests read. */
export type Chunk = {
  model: string;
  delta: {
    message: {
      content: string;
      tool_calls: { id: string; type: string; function: { name: string; arguments: string } }[];
    };
    usage: Record<string, unknown> | null;
    finish_reason: string | null;
  };
};

export function chunksOf(session: DaemonSession): Chunk[] {
  return session.items as unknown as Chunk[];
}

export function textOf(session: DaemonSession): string {
  return chunksOf(session)
    .map(({ delta }) => delta.message.content)
    .join('');
}
