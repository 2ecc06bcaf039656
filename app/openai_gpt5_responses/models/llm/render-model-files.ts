import type { ModelRegistry } from '@sekisho/responses';
import { stringify } from 'yaml';
import { listPredefinedModels, toModelSchema } from '../../internal/model-schema.ts';

/** Returns the YAML files of all predefined models and of their order, by name. */
export function renderModelFiles(registry: ModelRegistry): ReadonlyMap<string, string> {
  const models = listPredefinedModels(registry);
  return new Map([
    ['_position.yaml', stringify(models)],
    ...models.map((model) => [`${model}.yaml`, renderModel(model, registry)] as const),
  ]);
}

function renderModel(model: string, registry: ModelRegistry): string {
  const price = registry.find(model)?.price;
  const note = price ? `# Prices per million tokens as of ${price.asOf}, from ${price.source}\n` : '';
  const body = stringify(toModelSchema(model, registry), {
    aliasDuplicateObjects: false,
    lineWidth: 0,
    singleQuote: true,
  });
  return note + body;
}
