import type { ProviderName } from './provider-types.ts';

/** A variable of the environment and its default value. */
export interface EnvironmentKey {
  readonly key: string;
  readonly fallback?: string;
}

/** The variables of one provider. The path of the default base URL completes a base URL without a path. */
export interface ProviderEnvironmentKeys {
  readonly apiKey: EnvironmentKey;
  readonly baseUrl: EnvironmentKey & { readonly fallback: string };
  readonly model: EnvironmentKey;
  /** Request headers whose values come from the environment. */
  readonly headers?: Readonly<Record<string, EnvironmentKey>>;
}

/** The variable that names the provider when the caller names none. */
export const MODEL_PROVIDER_KEY = { key: 'AGENTS_MODEL_PROVIDER', fallback: 'openai' } as const;

/** The variable with the timeout of model requests, in milliseconds. */
export const REQUEST_TIMEOUT_KEY = { key: 'AGENTS_REQUEST_TIMEOUT_MS', fallback: '60000' } as const;

/** The variables and defaults of each provider. */
export const PROVIDER_ENVIRONMENT: Readonly<Record<ProviderName, ProviderEnvironmentKeys>> = {
  openai: {
    apiKey: { key: 'OPENAI_API_KEY' },
    baseUrl: { key: 'OPENAI_BASE_URL', fallback: 'https://api.openai.com/v1' },
    model: { key: 'AGENTS_OPENAI_MODEL', fallback: 'gpt-4.1-mini' },
  },
  ollama: {
    apiKey: { key: 'AGENTS_OLLAMA_API_KEY', fallback: 'ollama' },
    baseUrl: { key: 'AGENTS_OLLAMA_BASE_URL', fallback: 'http://127.0.0.1:11434/v1' },
    model: { key: 'AGENTS_OLLAMA_MODEL' },
  },
  lmstudio: {
    apiKey: { key: 'AGENTS_LMSTUDIO_API_KEY', fallback: 'lmstudio' },
    baseUrl: { key: 'AGENTS_LMSTUDIO_BASE_URL', fallback: 'http://127.0.0.1:1234/v1' },
    model: { key: 'AGENTS_LMSTUDIO_MODEL' },
  },
  gemini: {
    apiKey: { key: 'AGENTS_GEMINI_API_KEY' },
    baseUrl: {
      key: 'AGENTS_GEMINI_BASE_URL',
      fallback: 'https://generativelanguage.googleapis.com/v1beta/openai',
    },
    model: { key: 'AGENTS_GEMINI_MODEL', fallback: 'gemini-2.0-flash' },
  },
  anthropic: {
    apiKey: { key: 'AGENTS_ANTHROPIC_API_KEY' },
    baseUrl: { key: 'AGENTS_ANTHROPIC_BASE_URL', fallback: 'https://api.anthropic.com/v1' },
    model: { key: 'AGENTS_ANTHROPIC_MODEL' },
  },
  openrouter: {
    apiKey: { key: 'AGENTS_OPENROUTER_API_KEY' },
    baseUrl: { key: 'AGENTS_OPENROUTER_BASE_URL', fallback: 'https://openrouter.ai/api/v1' },
    model: { key: 'AGENTS_OPENROUTER_MODEL' },
    headers: {
      'HTTP-Referer': { key: 'AGENTS_OPENROUTER_HTTP_REFERER' },
      'X-Title': { key: 'AGENTS_OPENROUTER_X_TITLE' },
    },
  },
};

/** A model with an announced shutdown date and the successor that its provider recommends. */
export interface ModelShutdown {
  readonly date: string;
  readonly successor: string;
}

// Announced dates: developers.openai.com/api/docs/deprecations and ai.google.dev/gemini-api/docs/deprecations.
const MODEL_SHUTDOWNS: Readonly<Record<string, ModelShutdown>> = {
  'gpt-4.1-mini': { date: '2027-01-14', successor: 'gpt-6-luna' },
  'gemini-2.0-flash': { date: '2026-06-01', successor: 'gemini-3.5-flash' },
};

/** Returns the announced shutdown of a model, if this release contains one. */
export function findModelShutdown(modelName: string): ModelShutdown | undefined {
  return Object.hasOwn(MODEL_SHUTDOWNS, modelName) ? MODEL_SHUTDOWNS[modelName] : undefined;
}
