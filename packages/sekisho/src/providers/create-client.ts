import { randomUUID } from 'node:crypto';
import { OpenAI } from 'openai';
import { CAPABILITY_TABLE } from './capability-table.ts';
import type { ProviderConnection } from './provider-connection.ts';
import { CommentFilter } from './wire/comment-filter.ts';
import { createNormalizingFetch } from './wire/create-normalizing-fetch.ts';
import { normalizeErrorResponse } from './wire/normalize-error-response.ts';
import { isEventStream, watchResponse } from './wire/watch-response.ts';
import type { WireContext } from './wire/wire-context.ts';

/** What a client takes from its surroundings. */
export interface ClientSurroundings {
  readonly fetch: typeof globalThis.fetch;
  readonly createId: () => string;
}

/** Completes the surroundings with the platform's own `fetch` and random ids. */
export function withDefaults({ fetch, createId }: Partial<ClientSurroundings>): ClientSurroundings {
  return {
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    createId: createId ?? (() => randomUUID()),
  };
}

/** An `openai` client for a provider; it tries once more when a request fails. */
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
    // OpenAI's organisation and project are nobody else's business.
    ...(isOpenAi ? {} : { organization: null, project: null }),
    fetch: isOpenAi
      ? guardFetch(context, surroundings.fetch)
      : createNormalizingFetch(context, surroundings.fetch, {
          authorization: `Bearer ${apiKey}`,
          ...headers,
        }),
  });
}

/** OpenAI's wire stays as it is, but for a key in an error and a stream that stalls. */
function guardFetch(context: WireContext, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return normalizeErrorResponse(response, context);
    return isEventStream(response) ? watchResponse(response, new CommentFilter(), context) : response;
  };
}
