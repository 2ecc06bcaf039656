import { readEnv, requireKnownOptions } from '@sekisho/engine/integration';
import type { Model } from '../openai-agents/upstream.ts';
import { connectModel, type ClientSurroundings } from './connect-model.ts';
import { providerFailure } from './provider-failure.ts';
import { PROVIDER_SETTINGS, type ProviderName, type ProviderSettings } from './provider-types.ts';
import { resolveConnection, resolveModelName } from './resolve-connection.ts';

/** The providers with an OpenAI-compatible API. */
export type CompatProviderName = Exclude<ProviderName, 'openai'>;

/** The connection of a model. `baseUrl` is required, `timeoutMs` is 1000 to 120000. */
export type CompatModelConfig = Omit<ProviderSettings, 'model'> & { readonly baseUrl: string };

/**
 * Creates models of a provider with an OpenAI-compatible API. Differences are normalized or reported as coded errors.
 */
export class CompatModelProvider {
  readonly #provider: CompatProviderName;
  readonly #surroundings: ClientSurroundings;

  constructor(provider: CompatProviderName, surroundings: ClientSurroundings = {}) {
    this.#provider = provider;
    this.#surroundings = surroundings;
  }

  /**
   * Creates a model that can be used as `agent.model`. The API key is read from the environment unless the config
   * contains one.
   */
  createModel(modelName: string, config: CompatModelConfig): Model {
    const provider = this.#provider;
    requireKnownOptions<CompatModelConfig>(config, PROVIDER_SETTINGS, {
      place: 'createModel()',
      code: 'AGENTS-E-PROVIDER-CONFIG',
    });
    // Without an explicit base URL the key could be sent to an unintended server.
    if (typeof config?.baseUrl !== 'string' || config.baseUrl.trim() === '')
      throw providerFailure(provider, 'base-url', 'requires a baseUrl in the config of createModel().');
    const options = { ...config, env: readEnv() };
    const connection = resolveConnection(provider, options);
    return connectModel(resolveModelName(provider, modelName, options), connection, this.#surroundings);
  }
}
