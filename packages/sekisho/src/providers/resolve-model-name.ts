import { PROVIDER_ENVIRONMENT } from '../config/provider-env.ts';
import type { ProviderName } from '../contracts/provider-name.ts';
import { providerFailure } from './provider-failure.ts';
import type { ProviderOptions } from './provider-options.ts';

const LONGEST_MODEL_NAME = 128;

/** The model to use: the given name, else the option, else the environment, else the default of the provider. */
export function resolveModelName(
  provider: ProviderName,
  given: string | undefined,
  options: ProviderOptions,
): string {
  const { key, fallback } = PROVIDER_ENVIRONMENT[provider].model;
  // An empty value is a mistake in the configuration, not a wish for the default.
  const modelName = (given ?? options.model ?? options.env[key] ?? fallback ?? '').trim();
  if (modelName === '') {
    throw providerFailure(
      provider,
      'model-missing',
      `No model is chosen for provider "${provider}". Pass a name to getModel() or set ${key}.`,
    );
  }
  if (modelName.length > LONGEST_MODEL_NAME) {
    throw providerFailure(
      provider,
      'model-missing',
      `The model name for provider "${provider}" is longer than ${LONGEST_MODEL_NAME} characters. Correct ${key}.`,
    );
  }
  return modelName;
}
