import { readEnv, requireKnownOptions } from '@sekisho/engine/integration';
import type { ProviderName } from './provider-name.ts';
import type { Model } from '../sdk/upstream.ts';
import { OpenAIChatCompletionsModel, OpenAIResponsesModel } from '../sdk/upstream-openai.ts';
import { createClient, withDefaults } from './create-client.ts';
import type { ClientSurroundings } from './create-client.ts';
import { GuardedModel } from './guarded-model.ts';
import type { ProviderConnection } from './provider-connection.ts';
import { providerFailure } from './provider-failure.ts';
import { PROVIDER_SETTINGS, type ProviderSettings } from './provider-options.ts';
import { resolveConnection } from './resolve-connection.ts';
import { resolveModelName } from './resolve-model-name.ts';

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

  constructor(provider: CompatProviderName, surroundings: Partial<ClientSurroundings> = {}) {
    this.#provider = provider;
    this.#surroundings = withDefaults(surroundings);
  }

  /**
   * Creates a model that can be used as `agent.model`. The API key is read from the environment unless the config
   * contains one.
   */
  createModel(modelName: string, config: CompatModelConfig): Model {
    requireKnownOptions<CompatModelConfig>(config, PROVIDER_SETTINGS, {
      place: 'createModel()',
      code: 'AGENTS-E-PROVIDER-CONFIG',
    });
    // Without an explicit base URL the key could be sent to an unintended server.
    if (typeof config?.baseUrl !== 'string' || config.baseUrl.trim() === '') {
      const sentence = `createModel() of provider "${this.#provider}" requires a config with baseUrl.`;
      throw providerFailure(this.#provider, 'base-url', sentence);
    }
    const options = { ...config, env: readEnv() };
    const connection = resolveConnection(this.#provider, options);
    return this.connectModel(resolveModelName(this.#provider, modelName, options), connection);
  }

  /** Creates a model from a complete connection. */
  connectModel(modelName: string, connection: ProviderConnection): Model {
    const client = createClient(connection, this.#surroundings);
    const once = client.withOptions({ maxRetries: 0 });
    const createUpstreamModel = (from: typeof client): Model =>
      connection.api === 'responses'
        ? new OpenAIResponsesModel(from, modelName)
        : new OpenAIChatCompletionsModel(from, modelName, { strictFeatureValidation: true });
    const retrying = createUpstreamModel(client);
    const streaming = createUpstreamModel(once);
    return new GuardedModel({ connection, modelName, retrying: () => retrying, streaming: () => streaming });
  }
}
