import type { OptionNames } from '@sekisho/engine/integration';
import type { ProviderEnvironment } from './provider-env.ts';

/** The settings of a provider that a caller may pass directly. They have precedence over the environment. */
export interface ProviderSettings {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** The model that `getModel()` returns without a name. */
  readonly model?: string;
  readonly timeoutMs?: number;
  /** The API to use. The default is Responses for `openai` and Chat Completions for the others. */
  readonly api?: 'chat' | 'responses';
  /** OpenRouter only: the address and the name of the application. */
  readonly httpReferer?: string;
  readonly appName?: string;
}

/** The settings of a provider and its dependencies. */
export interface ProviderOptions extends ProviderSettings {
  readonly env: ProviderEnvironment;
  readonly fetch?: typeof globalThis.fetch;
  readonly createId?: () => string;
  /** The clock for the shutdown dates of models. The default is the system clock. */
  readonly clock?: () => number;
}

/** The names of the settings. The compiler compares them with the interface. */
export const PROVIDER_SETTINGS: OptionNames<ProviderSettings> = {
  apiKey: true,
  baseUrl: true,
  model: true,
  timeoutMs: true,
  api: true,
  httpReferer: true,
  appName: true,
};

/** The names of all options. */
export const PROVIDER_OPTIONS: OptionNames<ProviderOptions> = {
  ...PROVIDER_SETTINGS,
  env: true,
  fetch: true,
  createId: true,
  clock: true,
};
