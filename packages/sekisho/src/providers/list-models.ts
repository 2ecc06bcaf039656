import { providerModelSchema } from './provider-model.ts';
import type { ProviderModel } from './provider-model.ts';
import { createClient } from './create-client.ts';
import type { ClientSurroundings } from './create-client.ts';
import { describeFailure } from './describe-failure.ts';
import type { ProviderConnection } from './provider-connection.ts';

/** Returns the models that a provider offers for this key. */
export async function listModels(
  connection: ProviderConnection,
  surroundings: ClientSurroundings,
): Promise<ProviderModel[]> {
  try {
    const page = await createClient(connection, surroundings).models.list(nativeOptions(connection));
    return page.data.flatMap((entry) => {
      const model = providerModelSchema.safeParse(entry);
      if (!model.success) return [];
      const { id, shutdown_date: shutdownDate } = model.data;
      // Gemini lists "models/gemini-…" and accepts the name without the prefix.
      return [{ id: id.replace(/^models\//, ''), ...(shutdownDate ? { shutdown_date: shutdownDate } : {}) }];
    });
  } catch (error) {
    throw describeFailure(error, connection, 'models');
  }
}

/** Returns the options of Anthropic's native API, which requires its own headers for the list of models. */
function nativeOptions({ provider, apiKey }: ProviderConnection) {
  if (provider !== 'anthropic') return {};
  return { headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }, query: { limit: 1000 } };
}
