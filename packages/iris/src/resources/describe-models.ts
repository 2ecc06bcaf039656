import type { ModelRegistry } from '@sekisho/responses';

/** Returns the model registry in a readable form. */
export function describeModels(registry: ModelRegistry): unknown[] {
  return registry.entries.map((entry) => ({
    id: entry.id,
    efforts: entry.efforts,
    features: entry.features,
    context_window: entry.contextWindow,
    max_output_tokens: entry.maxOutputTokens,
    ...(entry.price
      ? {
          usd_per_million_tokens: {
            input: entry.price.input,
            cached_input: entry.price.cachedInput,
            output: entry.price.output,
            as_of: entry.price.asOf,
          },
        }
      : {}),
    ...(entry.shutdownDate === undefined ? {} : { shutdown_date: entry.shutdownDate }),
    ...(entry.replacement ? { replacement: entry.replacement.id } : {}),
  }));
}
