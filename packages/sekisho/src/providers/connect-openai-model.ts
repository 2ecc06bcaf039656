import type { Model } from '../sdk/upstream.ts';
import { OpenAIProvider } from '../sdk/upstream-openai.ts';
import { createClient } from './create-client.ts';
import type { ClientSurroundings } from './create-client.ts';
import { GuardedModel } from './guarded-model.ts';
import type { ProviderConnection } from './provider-connection.ts';

/** Creates a model of OpenAI with the provider of the Agents SDK. Requests and responses are not changed. */
export function connectOpenAiModel(
  modelName: string,
  connection: ProviderConnection,
  surroundings: ClientSurroundings,
): Model {
  const client = createClient(connection, surroundings);
  const options = { useResponses: connection.api === 'responses', strictFeatureValidation: true };
  const retrying = new OpenAIProvider({ ...options, openAIClient: client });
  const streaming = new OpenAIProvider({ ...options, openAIClient: client.withOptions({ maxRetries: 0 }) });
  return new GuardedModel({
    connection,
    modelName,
    retrying: () => retrying.getModel(modelName),
    streaming: () => streaming.getModel(modelName),
  });
}
