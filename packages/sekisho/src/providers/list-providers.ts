import { SekishoError } from '@sekisho/engine';
import { PROVIDER_ENVIRONMENT } from './provider-env.ts';
import { PROVIDER_NAMES } from './provider-name.ts';
import type { ProviderName } from './provider-name.ts';
import type { ProviderOptions } from './provider-options.ts';
import { resolveConnection } from './resolve-connection.ts';
import { resolveModelName } from './resolve-model-name.ts';

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
    const { apiKey, baseUrl, model, headers } = PROVIDER_ENVIRONMENT[name];
    const env = [apiKey, baseUrl, model, ...Object.values(headers)].map(({ key }) => key);
    try {
      const connection = resolveConnection(name, options);
      const summary = { name, base_url: connection.baseUrl, env };
      return { ...summary, model: resolveModelName(name, undefined, options), is_configured: true };
    } catch (error) {
      if (error instanceof SekishoError) return { name, is_configured: false, problem: error.message, env };
      throw error;
    }
  });
}
