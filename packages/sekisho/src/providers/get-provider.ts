import { SekishoError } from '@sekisho/engine';
import { MODEL_PROVIDER_KEY } from './provider-env.ts';
import type { ProviderModel } from './provider-model.ts';
import { PROVIDER_NAMES, providerNameSchema } from './provider-name.ts';
import type { ProviderName } from './provider-name.ts';
import type { Model } from '../sdk/upstream.ts';
import { CompatModelProvider } from './compat-model-provider.ts';
import { connectOpenAiModel } from './connect-openai-model.ts';
import { withDefaults } from './create-client.ts';
import { listModels } from './list-models.ts';
import type { ProviderOptions } from './provider-options.ts';
import { resolveConnection } from './resolve-connection.ts';
import { replacedDefault, resolveModelName } from './resolve-model-name.ts';

/** A configured provider. */
export interface ProviderHandle {
  readonly name: ProviderName;
  /** Returns a model for `agent.model`. Without a name, the options or the environment choose the model. */
  getModel(modelName?: string): Model;
  /** Returns the models that the provider offers. */
  listModels(): Promise<ProviderModel[]>;
}

/**
 * Returns the named provider, or the one that AGENTS_MODEL_PROVIDER names. Throws when it is not fully configured.
 */
export function getProvider(providerName: string | undefined, options: ProviderOptions): ProviderHandle {
  const name = readProviderName(providerName, options);
  const connection = resolveConnection(name, options);
  const surroundings = withDefaults(options);
  return {
    name,
    getModel(modelName) {
      const resolved = resolveModelName(name, modelName, options);
      const warning = replacedDefault(name, modelName, options);
      if (warning !== undefined) process.emitWarning(warning, { code: 'AGENTS-E-PROVIDER-CONFIG' });
      if (name === 'openai') return connectOpenAiModel(resolved, connection, surroundings);
      return new CompatModelProvider(name, surroundings).connectModel(resolved, connection);
    },
    listModels: () => listModels(connection, surroundings),
  };
}

/** Returns the provider name: the argument, the environment variable, or `openai`. */
export function readProviderName(
  given: string | undefined,
  { env }: Pick<ProviderOptions, 'env'>,
): ProviderName {
  const text = given ?? env[MODEL_PROVIDER_KEY.key]?.trim();
  const name = providerNameSchema.safeParse(
    text === undefined || text === '' ? MODEL_PROVIDER_KEY.fallback : text,
  );
  if (name.success) return name.data;
  throw new SekishoError(
    'AGENTS-E-PROVIDER-CONFIG',
    `Unknown provider name. Use one of ${PROVIDER_NAMES.join(', ')}, or correct ${MODEL_PROVIDER_KEY.key}.`,
  );
}
