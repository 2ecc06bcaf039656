import { OpenAIProvider } from '@openai/agents-openai';
import { isTracingEnabled } from './tracing.ts';
import { Runner, type ModelProvider, type RunConfig } from '../sdk/upstream.ts';

/**
 * A runner of upstream's with our defaults: the OpenAI provider when the host set none, and traces without arguments.
 * Upstream's umbrella package sets a default provider and a trace exporter on import; importing us sets nothing.
 */
export function createUpstreamRunner(config: Partial<RunConfig> = {}): Runner {
  return followTraces(new Runner({ ...runnerDefaults(), ...config }), config);
}

/** Unless the host chose for this runner, traces begin with the next run after the program has asked for them. */
export function followTraces<T extends Runner>(runner: T, { tracingDisabled }: Partial<RunConfig>): T {
  let chosen = tracingDisabled;
  Object.defineProperty(runner.config, 'tracingDisabled', {
    get: () => chosen ?? !isTracingEnabled(),
    set: (isDisabled: boolean) => {
      chosen = isDisabled;
    },
    enumerable: true,
    configurable: true,
  });
  return runner;
}

/** Our defaults for every runner of upstream's: traces without arguments. `followTraces` switches them on. */
export function runnerDefaults(): Partial<RunConfig> {
  return {
    traceIncludeSensitiveData: false,
    modelProvider: defaultModelProvider(),
  };
}

/** The provider that the host set with setDefaultModelProvider(), else OpenAI's. */
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
