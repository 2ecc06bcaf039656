import { randomUUID } from 'node:crypto';
import { OpenAI } from 'openai';
import { z } from 'zod';
import type { Model } from '../openai-agents/upstream.ts';
import {
  OpenAIChatCompletionsModel,
  OpenAIProvider,
  OpenAIResponsesModel,
} from '../openai-agents/upstream-openai.ts';
import { CAPABILITY_TABLE } from './capability-table.ts';
import { GuardedModel } from './guarded-model.ts';
import { describeFailure } from './provider-failure.ts';
import type { ProviderConnection, ProviderModel, ProviderOptions } from './provider-types.ts';
import { normalizeErrorResponse } from './wire/error-response.ts';
import { createNormalizingFetch } from './wire/normalizing-fetch.ts';
import { CommentFilter, isEventStream, watchResponse } from './wire/watch-stream.ts';
import type { WireContext } from './wire/wire-context.ts';

/** The dependencies of a client. The defaults are the global `fetch` and random ids. */
export type ClientSurroundings = Pick<ProviderOptions, 'fetch' | 'createId'>;

/** Creates a model for `agent.model`. Responses that are not streamed are requested once more after a failure. */
export function connectModel(
  modelName: string,
  connection: ProviderConnection,
  surroundings: ClientSurroundings,
): Model {
  const client = createClient(connection, surroundings);
  const retrying = upstreamModel(modelName, connection, client);
  const streaming = upstreamModel(modelName, connection, client.withOptions({ maxRetries: 0 }));
  return new GuardedModel({ connection, modelName, retrying, streaming });
}

function upstreamModel(modelName: string, { provider, api }: ProviderConnection, client: OpenAI) {
  const useResponses = api === 'responses';
  if (provider === 'openai') {
    const models = new OpenAIProvider({ useResponses, strictFeatureValidation: true, openAIClient: client });
    return () => models.getModel(modelName);
  }
  const model = useResponses
    ? new OpenAIResponsesModel(client, modelName)
    : new OpenAIChatCompletionsModel(client, modelName, { strictFeatureValidation: true });
  return () => model;
}

const modelEntrySchema = z.object({ id: z.string().min(1), shutdown_date: z.string().nullish() });

/** Returns the models that a provider offers for this key. */
export async function listModels(
  connection: ProviderConnection,
  surroundings: ClientSurroundings,
): Promise<ProviderModel[]> {
  // Anthropic requires the headers of its native API for the list of models.
  const headers = { 'x-api-key': connection.apiKey, 'anthropic-version': '2023-06-01' };
  const native = connection.provider === 'anthropic' ? { headers, query: { limit: 1000 } } : {};
  try {
    const page = await createClient(connection, surroundings).models.list(native);
    return page.data.flatMap((entry) => {
      const { data } = modelEntrySchema.safeParse(entry);
      if (!data) return [];
      // Gemini lists "models/gemini-…" and accepts the name without the prefix.
      const id = data.id.replace(/^models\//, '');
      return [{ id, ...(data.shutdown_date ? { shutdown_date: data.shutdown_date } : {}) }];
    });
  } catch (error) {
    throw describeFailure(error, connection, 'models');
  }
}

/** Creates an `openai` client for a provider. It retries a failed request once. */
function createClient(connection: ProviderConnection, surroundings: ClientSurroundings): OpenAI {
  const { provider, apiKey, baseUrl, timeoutMs, isKeySecret, headers } = connection;
  const fetch = surroundings.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const context: WireContext = {
    provider,
    capabilities: CAPABILITY_TABLE[provider],
    timeoutMs,
    createId: surroundings.createId ?? randomUUID,
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
      ? guardFetch(context, fetch)
      : createNormalizingFetch(context, fetch, { authorization: `Bearer ${apiKey}`, ...headers }),
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
