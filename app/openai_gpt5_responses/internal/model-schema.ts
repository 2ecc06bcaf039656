import type { ModelEntry, ModelRegistry } from '@sekisho/responses';
import { toParameterRules, type ParameterRule } from './parameter-rules.ts';

const FEATURES = [
  'tool-call',
  'multi-tool-call',
  'agent-thought',
  'stream-tool-call',
  'structured-output',
] as const;
const DEFAULT_CONTEXT = 400_000;

/** A model as Dify describes it, in a file or in an answer. */
export type ModelSchema = {
  readonly model: string;
  readonly label: { readonly en_US: string; readonly ja_JP: string };
  readonly model_type: 'llm';
  readonly features: readonly string[];
  readonly model_properties: { readonly mode: 'chat'; readonly context_size: number };
  readonly parameter_rules: readonly ParameterRule[];
  readonly pricing?: {
    readonly input: string;
    readonly output: string;
    readonly unit: string;
    readonly currency: string;
  };
};

/** Describes a model; an unknown one gets what the nearest known model has, except for its prices and its end. */
export function toModelSchema(model: string, registry: ModelRegistry): ModelSchema {
  const entry = registry.find(model);
  const similar = registry.nearest(model);
  return {
    model,
    label: toLabel(model, entry),
    model_type: 'llm',
    features: FEATURES,
    model_properties: { mode: 'chat', context_size: similar?.contextWindow ?? DEFAULT_CONTEXT },
    parameter_rules: toParameterRules(similar),
    ...(entry?.price && {
      pricing: {
        input: String(entry.price.input),
        output: String(entry.price.output),
        unit: '0.000001',
        currency: 'USD',
      },
    }),
  };
}

/** The models that the plugin offers by itself: everything in the registry that is called GPT and reasons. */
export function listPredefinedModels(registry: ModelRegistry): string[] {
  return registry.entries
    .filter(({ id, efforts }) => id.startsWith('gpt-') && efforts.length > 0)
    .map(({ id }) => id);
}

function toLabel(model: string, entry: ModelEntry | undefined): ModelSchema['label'] {
  if (entry?.shutdownDate === undefined) return { en_US: model, ja_JP: model };
  return {
    en_US: `${model} (shutdown ${entry.shutdownDate})`,
    ja_JP: `${model}（${entry.shutdownDate} 提供終了）`,
  };
}
