import { SekishoError } from '@sekisho/engine';
import type { Model } from '../openai-agents/upstream.ts';
import { OpenAIChatCompletionsModel, OpenAIResponsesModel } from '../openai-agents/upstream-openai.ts';
import { connectModel, listModels } from './connect-model.ts';
import { GuardedModel } from './guarded-model.ts';
import { MODEL_PROVIDER_KEY, PROVIDER_ENVIRONMENT } from './provider-env.ts';
import { PROVIDER_NAMES, providerNameSchema } from './provider-types.ts';
import type { ProviderModel, ProviderName, ProviderOptions } from './provider-types.ts';
import { replacedDefault, resolveConnection, resolveModelName } from './resolve-connection.ts';

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
  return {
    name,
    getModel(modelName) {
      const resolved = resolveModelName(name, modelName, options);
      const warning = replacedDefault(name, modelName, options);
      if (warning !== undefined) process.emitWarning(warning, { code: 'AGENTS-E-PROVIDER-CONFIG' });
      return connectModel(resolved, connection, options);
    },
    listModels: () => listModels(connection, options),
  };
}

/** Returns the provider name: the argument, the environment variable, or `openai`. */
export function readProviderName(
  given: string | undefined,
  { env }: Pick<ProviderOptions, 'env'>,
): ProviderName {
  const { key, fallback } = MODEL_PROVIDER_KEY;
  const name = providerNameSchema.safeParse((given ?? env[key]?.trim()) || fallback);
  if (name.success) return name.data;
  const message = `Unknown provider name. Use one of ${PROVIDER_NAMES.join(', ')}, or correct ${key}.`;
  throw new SekishoError('AGENTS-E-PROVIDER-CONFIG', message);
}

/** One provider and whether it can be used. It never contains the key. */
export interface ProviderSummary {
  readonly name: ProviderName;
  readonly is_configured: boolean;
  /** Why the provider cannot be used, if so. */
  readonly problem?: string;
  readonly base_url?: string;
  readonly model?: string;
  /** The environment variables that configure the provider. */
  readonly env: readonly string[];
}

/** Returns all providers, configured or not, in a fixed order. */
export function listProviders(options: Pick<ProviderOptions, 'env'>): ProviderSummary[] {
  return PROVIDER_NAMES.map((name) => {
    const { apiKey, baseUrl, model, headers = {} } = PROVIDER_ENVIRONMENT[name];
    const env = [apiKey, baseUrl, model, ...Object.values(headers)].map(({ key }) => key);
    try {
      const { baseUrl: base_url } = resolveConnection(name, options);
      return { name, base_url, env, model: resolveModelName(name, undefined, options), is_configured: true };
    } catch (error) {
      if (error instanceof SekishoError) return { name, is_configured: false, problem: error.message, env };
      throw error;
    }
  });
}

/**
 * The origin of the model of an agent: a provider; `default` for a model that is given by name or not at all (the
 * model provider of the runner, OpenAI's unless the host set another); or `custom` for a model object of the host.
 */
export type ModelOrigin = ProviderName | 'default' | 'custom';

/** Returns the origin of the model of an agent. */
export function providerOfModel(model: unknown): ModelOrigin {
  if (model === undefined || typeof model === 'string') return 'default';
  if (model instanceof GuardedModel) return model.provider;
  const isOpenAi = model instanceof OpenAIResponsesModel || model instanceof OpenAIChatCompletionsModel;
  return isOpenAi ? 'openai' : 'custom';
}
