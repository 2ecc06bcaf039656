import type { OptionNames } from '../errors/require-known-options.ts';
import type { ProviderEnvironment } from '../config/provider-env.ts';

/** The settings of a provider that a caller may give directly; each of them wins over the environment. */
export interface ProviderSettings {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** The model that `getModel()` returns when it is given no name. */
  readonly model?: string;
  readonly timeoutMs?: number;
  /** `openai` speaks Responses unless told otherwise; the others speak Chat Completions. */
  readonly api?: 'chat' | 'responses';
  /** OpenRouter only: the address and the name of the application. */
  readonly httpReferer?: string;
  readonly appName?: string;
}

/** The settings of a provider and what it needs from its surroundings. */
export interface ProviderOptions extends ProviderSettings {
  readonly env: ProviderEnvironment;
  readonly fetch?: typeof globalThis.fetch;
  readonly createId?: () => string;
  /** For the shutdown dates of models; the system's clock unless given. */
  readonly clock?: () => number;
}

/** The names of the settings; the compiler compares them with the interface. */
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
