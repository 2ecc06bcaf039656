import { OpenAIProvider } from '@openai/agents-openai';
import { tracesAreWanted } from './tracing.ts';
import { Runner, type ModelProvider, type RunConfig } from '../sdk/upstream.ts';

/**
 * A runner of upstream's with our defaults: the OpenAI provider when the host set none, and traces without arguments.
 * Upstream's umbrella package sets a default provider and a trace exporter on import; importing us sets nothing.
 */
export function makeUpstreamRunner(config: Partial<RunConfig> = {}): Runner {
  return new Runner({ ...runnerDefaults(), ...config });
}

/** Our defaults for every runner of upstream's: traces only when the host asked for them, and never with arguments. */
export function runnerDefaults(): Partial<RunConfig> {
  return {
    traceIncludeSensitiveData: false,
    tracingDisabled: !tracesAreWanted(),
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
