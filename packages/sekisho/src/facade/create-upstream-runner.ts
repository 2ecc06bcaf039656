import { OpenAIProvider } from '@openai/agents-openai';
import { isTracingEnabled } from './tracing.ts';
import { shallowCopy } from '../openai-agents/read-value.ts';
import { Runner, type ModelProvider, type RunConfig } from '../openai-agents/upstream.ts';

/**
 * Creates upstream's Runner with our defaults: OpenAI's provider if the host set none, and traces without arguments.
 * Importing upstream's umbrella package sets a default provider and a trace exporter; importing this package sets nothing.
 */
export function createUpstreamRunner(config: Partial<RunConfig> = {}): Runner {
  return followTraces(new Runner({ ...runnerDefaults(), ...config }), config);
}

/** Enables traces from the next run after the program requested them, unless the host configured tracing for this runner. */
export function followTraces<T extends Runner>(runner: T, { tracingDisabled }: Partial<RunConfig>): T {
  let chosen = tracingDisabled;
  const config = shallowCopy(runner.config, {
    tracingDisabled: {
      get: () => chosen ?? !isTracingEnabled(),
      set: (isDisabled: boolean) => {
        chosen = isDisabled;
      },
      enumerable: true,
      configurable: true,
    },
  });
  return Object.assign(runner, { config });
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
