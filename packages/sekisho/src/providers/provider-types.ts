import { z } from 'zod';
import type { OptionNames } from '@sekisho/engine/integration';

/** The supported providers, in display order. */
export const PROVIDER_NAMES = ['openai', 'ollama', 'lmstudio', 'gemini', 'anthropic', 'openrouter'] as const;

/** The schema of a provider's name. */
export const providerNameSchema = z.enum(PROVIDER_NAMES);

/** The name of a model provider. */
export type ProviderName = z.infer<typeof providerNameSchema>;

/** A model of a provider, with its shutdown date if the provider announces one. */
export interface ProviderModel {
  readonly id: string;
  readonly shutdown_date?: string;
}

/** One result of a provider check, in both languages. */
export interface ProviderFinding {
  readonly provider: ProviderName;
  readonly check: 'config' | 'key' | 'transport' | 'reachable' | 'model' | 'shutdown' | 'context';
  readonly status: 'ok' | 'warning' | 'error';
  readonly message: { readonly en: string; readonly ja: string };
}

/** A validated and complete connection to a provider. */
export interface ProviderConnection {
  readonly provider: ProviderName;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Whether the key is a secret, in contrast to the well-known placeholders of local servers. */
  readonly isKeySecret: boolean;
  readonly timeoutMs: number;
  readonly api: 'chat' | 'responses';
  readonly headers: Readonly<Record<string, string>>;
}

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
  /** The environment as the engine reads it. */
  readonly env: Readonly<Record<string, string | undefined>>;
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
