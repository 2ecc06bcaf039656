import { OpenAIProvider } from '@openai/agents-openai';
import { followTraces } from './tracing.ts';
import { Runner, type ModelProvider, type RunConfig } from '../openai-agents/upstream.ts';

/**
 * Creates upstream's Runner with our defaults: OpenAI's provider if the host set none, and traces without arguments.
 * Importing upstream's umbrella package sets a default provider and a trace exporter; importing this package sets nothing.
 */
export function createUpstreamRunner(config: Partial<RunConfig> = {}): Runner {
  return followTraces(new Runner({ ...runnerDefaults(), ...config }), config);
}

/** Returns our defaults for every Runner of upstream: traces without arguments. `followTraces` enables the traces. */
export function runnerDefaults(): Partial<RunConfig> {
  return {
    traceIncludeSensitiveData: false,
    modelProvider: defaultModelProvider(),
  };
}

/** Returns the provider that the host set with setDefaultModelProvider(), or else OpenAI's. */
function defaultModelProvider(): ModelProvider {
  const chosen = new Runner().config.modelProvider;
  let openai: ModelProvider | undefined;
  return {
    getModel: (name) => {
      try {
        return chosen.getModel(name);
      } catch {
        openai ??= new OpenAIProvider({ cacheResponsesWebSocketModels: false });
        return openai.getModel(name);
      }
    },
  };
}
