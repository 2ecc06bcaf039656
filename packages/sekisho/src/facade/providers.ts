import { readEnv, requireKnownOptions } from '@sekisho/engine/integration';
import type { ProviderName } from '../providers/provider-types.ts';
import { getProvider as configuredProvider, type ProviderHandle } from '../providers/get-provider.ts';
import { listProviders as configuredProviders, type ProviderSummary } from '../providers/get-provider.ts';
import { PROVIDER_OPTIONS, type ProviderOptions } from '../providers/provider-types.ts';

/** An option for a file with environment variables. */
export interface EnvFileOption {
  /** A file such as `.env`, for variables that the environment does not set. No other file is read. */
  readonly envFile?: string | undefined;
}

/** Returns the named provider, or that of AGENTS_MODEL_PROVIDER. Options override the environment, and that overrides `envFile`. */
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

/** Returns every provider and whether the environment configures it. The result contains no keys. */
export function listProviders({ envFile }: EnvFileOption = {}): ProviderSummary[] {
  return configuredProviders({ env: readEnv(envFile) });
}
