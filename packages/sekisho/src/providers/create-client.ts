import { randomUUID } from 'node:crypto';
import { OpenAI } from 'openai';
import { CAPABILITY_TABLE } from './capability-table.ts';
import type { ProviderConnection } from './provider-connection.ts';
import { CommentFilter } from './wire/comment-filter.ts';
import { createNormalizingFetch } from './wire/create-normalizing-fetch.ts';
import { normalizeErrorResponse } from './wire/normalize-error-response.ts';
import { isEventStream, watchResponse } from './wire/watch-response.ts';
import type { WireContext } from './wire/wire-context.ts';

/** The dependencies of a client. */
export interface ClientSurroundings {
  readonly fetch: typeof globalThis.fetch;
  readonly createId: () => string;
}

/** Returns the dependencies with the global `fetch` and random ids as defaults. */
export function withDefaults({ fetch, createId }: Partial<ClientSurroundings>): ClientSurroundings {
  return {
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    createId: createId ?? (() => randomUUID()),
  };
}

/** Creates an `openai` client for a provider. It retries a failed request once. */
export function createClient(connection: ProviderConnection, surroundings: ClientSurroundings): OpenAI {
  const { provider, apiKey, baseUrl, timeoutMs, isKeySecret, headers } = connection;
  const context: WireContext = {
    provider,
    capabilities: CAPABILITY_TABLE[provider],
    timeoutMs,
    createId: surroundings.createId,
    redact: (text) => (isKeySecret ? text.replaceAll(apiKey, '[key]') : text),
  };
  const isOpenAi = provider === 'openai';
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    timeout: timeoutMs,
    maxRetries: 1,
    adminAPIKey: null,
    // Organization and project of OpenAI must not be sent to other providers.
    ...(isOpenAi ? {} : { organization: null, project: null }),
    fetch: isOpenAi
      ? guardFetch(context, surroundings.fetch)
      : createNormalizingFetch(context, surroundings.fetch, {
          authorization: `Bearer ${apiKey}`,
          ...headers,
        }),
  });
}

/**
 * Masks the key in errors and detects stalled streams. Otherwise requests and responses of OpenAI are not changed.
 */
function guardFetch(context: WireContext, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return normalizeErrorResponse(response, context);
    return isEventStream(response) ? watchResponse(response, new CommentFilter(), context) : response;
  };
}
