import type { ModelProviderHandlers } from '@sekisho/dify-plugin';
import { validateProviderCredentials } from '../internal/credentials.ts';
import { toPluginError } from '../internal/errors.ts';
import type { PluginParts } from '../internal/plugin-parts.ts';
import { createLlm } from '../models/llm/llm.ts';

/** The model provider `openai_gpt5`. */
export function createOpenAiGpt5Provider(parts: PluginParts): ModelProviderHandlers {
  return {
    validateCredentials: async ({ credentials }, context) => {
      try {
        await validateProviderCredentials(credentials, parts, context);
      } catch (thrown) {
        throw toPluginError(thrown, { registry: parts.registry });
      }
    },
    llm: createLlm(parts),
  };
}
