import { z } from 'zod';

/** The supported providers, in display order. */
export const PROVIDER_NAMES = ['openai', 'ollama', 'lmstudio', 'gemini', 'anthropic', 'openrouter'] as const;

/** The schema of a provider's name. */
export const providerNameSchema = z.enum(PROVIDER_NAMES);

/** The name of a model provider. */
export type ProviderName = z.infer<typeof providerNameSchema>;
