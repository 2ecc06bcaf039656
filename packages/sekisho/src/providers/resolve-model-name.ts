import { PROVIDER_ENVIRONMENT } from './provider-env.ts';
import type { ProviderName } from './provider-name.ts';
import { findModelShutdown, isShutDown } from './model-shutdowns.ts';
import { providerFailure } from './provider-failure.ts';
import type { ProviderOptions } from './provider-options.ts';

const MAX_MODEL_NAME_LENGTH = 128;

/** Returns the model name: the argument, the option, the environment variable, or the default of the provider. */
export function resolveModelName(
  provider: ProviderName,
  given: string | undefined,
  options: ProviderOptions,
): string {
  const { key, fallback } = PROVIDER_ENVIRONMENT[provider].model;
  // An empty value is a configuration error and does not select the default.
  const modelName = (
    given ??
    options.model ??
    options.env[key] ??
    currentDefault(fallback, options) ??
    ''
  ).trim();
  if (modelName === '') {
    throw providerFailure(
      provider,
      'model-missing',
      `No model is chosen for provider "${provider}". Pass a name to getModel() or set ${key}.`,
    );
  }
  if (modelName.length > MAX_MODEL_NAME_LENGTH) {
    throw providerFailure(
      provider,
      'model-missing',
      `The model name for provider "${provider}" is longer than ${MAX_MODEL_NAME_LENGTH} characters. Correct ${key}.`,
    );
  }
  return modelName;
}

/** Returns a warning when the default model was replaced because it no longer exists. */
export function replacedDefault(
  provider: ProviderName,
  given: string | undefined,
  options: ProviderOptions,
): string | undefined {
  const { key, fallback = '' } = PROVIDER_ENVIRONMENT[provider].model;
  const isChosen = (given ?? options.model ?? options.env[key]) !== undefined;
  const shutdown = isChosen ? undefined : findModelShutdown(fallback);
  if (!shutdown || !isShutDown(shutdown, nowOf(options))) return undefined;
  return `The default model "${fallback}" of provider "${provider}" was shut down on ${shutdown.date}; "${shutdown.successor}" is used instead. Set ${key} to choose a model.`;
}

/** Returns the documented default, or its successor from its shutdown date. */
function currentDefault(fallback: string | undefined, options: ProviderOptions): string | undefined {
  const shutdown = findModelShutdown(fallback ?? '');
  return shutdown && isShutDown(shutdown, nowOf(options)) ? shutdown.successor : fallback;
}

function nowOf({ clock = Date.now }: ProviderOptions): number {
  return clock();
}
