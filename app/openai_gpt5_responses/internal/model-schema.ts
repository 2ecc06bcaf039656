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

/** The description of a model for Dify, in a file or in a response. */
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

/** Describes a model. An unknown model has the properties of the nearest known model, except prices and shutdown date. */
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

/** Returns the predefined models of the plugin: all GPT models of the registry that support reasoning. */
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
