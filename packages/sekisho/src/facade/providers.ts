import { readEnv } from '../config/env.ts';
import type { ProviderName } from '../contracts/provider-name.ts';
import { getProvider as configuredProvider, type ProviderHandle } from '../providers/get-provider.ts';
import { listProviders as configuredProviders, type ProviderSummary } from '../providers/list-providers.ts';
import type { ProviderOptions } from '../providers/provider-options.ts';

/** The named provider, or the one that AGENTS_MODEL_PROVIDER names. Options win over the environment. */
export function getProvider(
  name?: ProviderName,
  options: Omit<ProviderOptions, 'env'> & Partial<Pick<ProviderOptions, 'env'>> = {},
): ProviderHandle {
  return configuredProvider(name, { env: readEnv(), ...options });
}

/** Every provider, and whether the environment configures it; never a key. */
export function listProviders(): ProviderSummary[] {
  return configuredProviders({ env: readEnv() });
}
