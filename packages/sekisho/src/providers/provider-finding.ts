import type { ProviderName } from './provider-name.ts';

/** One result of a provider check, in both languages. */
export interface ProviderFinding {
  readonly provider: ProviderName;
  readonly check: 'config' | 'key' | 'transport' | 'reachable' | 'model' | 'shutdown' | 'context';
  readonly status: 'ok' | 'warning' | 'error';
  readonly message: { readonly en: string; readonly ja: string };
}
