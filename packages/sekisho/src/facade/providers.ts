import { readEnv } from '../config/env.ts';
import type { ProviderName } from '../contracts/provider-name.ts';
import { requireKnownOptions } from '../errors/require-known-options.ts';
import { getProvider as configuredProvider, type ProviderHandle } from '../providers/get-provider.ts';
import { listProviders as configuredProviders, type ProviderSummary } from '../providers/list-providers.ts';
import { PROVIDER_OPTIONS, type ProviderOptions } from '../providers/provider-options.ts';

/** Where the variables of the environment may be written down. */
export interface EnvFileOption {
  /** A file such as `.env`, for variables that the environment does not set. No file is read unless it is named here. */
  readonly envFile?: string | undefined;
}

/** The named provider, or the one that AGENTS_MODEL_PROVIDER names. Options win over the environment, and that over `envFile`. */
export function getProvider(
  name?: ProviderName,
  {
    envFile,
    ...options
  }: Omit<ProviderOptions, 'env'> & Partial<Pick<ProviderOptions, 'env'>> & EnvFileOption = {},
): ProviderHandle {
  requireKnownOptions<Partial<ProviderOptions>>(options, PROVIDER_OPTIONS, {
    place: 'getProvider()',
    code: 'AGENTS-E-PROVIDER-CONFIG',
  });
  return configuredProvider(name, { env: readEnv(envFile), ...options });
}

/** Every provider, and whether the environment configures it; never a key. */
export function listProviders({ envFile }: EnvFileOption = {}): ProviderSummary[] {
  return configuredProviders({ env: readEnv(envFile) });
}
