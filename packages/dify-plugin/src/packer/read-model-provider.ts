import { z } from 'zod';
import type { JsonRecord } from '../wire/json-record.ts';
import { modelProviderSchema, type ModelProviderFile, modelTypeSchema } from './model-provider-schema.ts';
import type { PackageReader } from './package-reader.ts';
import { i18nTextSchema } from './i18n-text.ts';
import { parameterRuleSchema } from './parameter-rule-schema.ts';
import { decimalSchema } from './scalar-schemas.ts';

/** Reads a model provider with all its models. */
export function readModelProvider(reader: PackageReader, file: string): JsonRecord | undefined {
  const provider = reader.read(file, modelProviderSchema);
  if (provider === undefined) return undefined;
  for (const icons of [
    provider.icon_small,
    provider.icon_large,
    provider.icon_small_dark,
    provider.icon_large_dark,
  ]) {
    for (const icon of Object.values(icons ?? {})) reader.requireAsset(file, icon);
  }
  const models: ModelFile[] = [];
  const position: Record<string, string[]> = {};
  for (const [kind, listed] of Object.entries(provider.models)) {
    const { predefined = [], position: order } = listed ?? {};
    const found = readModels(reader, file, { kind, patterns: predefined });
    models.push(...found);
    if (order !== undefined) position[kind] = readPosition(reader, order, found);
  }
  const names = models.map(({ model }) => model);
  for (const name of new Set(names.filter((other, index) => names.indexOf(other) !== index))) {
    reader.report(file, `has two files for the model "${name}"`);
  }
  checkMethods(reader, file, provider, models.length);
  const withSource = models.map((model) => ({ ...model, fetch_from: 'predefined-model' }));
  return { ...provider, models: withSource, position };
}

function readModels(
  reader: PackageReader,
  file: string,
  { kind, patterns }: { kind: string; patterns: string[] },
): ModelFile[] {
  return patterns.flatMap((pattern) => {
    const matching = [...reader.files.keys()].filter((path) => isMatch(path, pattern)).toSorted();
    if (matching.length === 0) reader.report(file, `contains ${pattern}, which matches no file`);
    return matching.flatMap((path) => {
      const model = reader.read(path, modelSchema);
      if (model === undefined) return [];
      if (model.model_type.replaceAll('-', '_') !== kind)
        reader.report(path, `is listed under ${kind}`, 'model_type');
      return [model];
    });
  });
}

function readPosition(reader: PackageReader, file: string, models: readonly ModelFile[]): string[] {
  const order = reader.read(file, z.array(z.string())) ?? [];
  const names = new Set(models.map(({ model }) => model));
  for (const name of order)
    if (!names.has(name)) reader.report(file, `contains "${name}", which no file declares`);
  return order;
}

function checkMethods(
  reader: PackageReader,
  file: string,
  provider: ModelProviderFile,
  models: number,
): void {
  if (provider.configurate_methods.includes('predefined-model') && models === 0) {
    reader.report(file, 'supports predefined models but has none', 'models');
  }
}

// Files that begin with _ contain the order of the models, as in Dify.
function isMatch(path: string, pattern: string): boolean {
  if (path.split('/').at(-1)?.startsWith('_')) return false;
  const expression = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*');
  return new RegExp(`^${expression}$`).test(path);
}

/** The features that all supported versions of Dify accept. `polling` breaks versions before 1.15, so it is not included. */
const featureSchema = z.enum([
  'tool-call',
  'multi-tool-call',
  'agent-thought',
  'vision',
  'stream-tool-call',
  'document',
  'video',
  'audio',
  'structured-output',
]);

/** The schema of the file of a model. */
const modelSchema = z
  .strictObject({
    model: z.string().min(1).max(255),
    label: i18nTextSchema,
    model_type: modelTypeSchema,
    features: z.array(featureSchema).max(256).optional(),
    fetch_from: z.literal('predefined-model').optional(),
    model_properties: z.record(z.string(), z.unknown()),
    deprecated: z.boolean().optional(),
    parameter_rules: z.array(parameterRuleSchema).max(128).optional(),
    pricing: z
      .strictObject({
        input: decimalSchema,
        output: decimalSchema.optional(),
        unit: decimalSchema,
        currency: z.string().min(1),
      })
      .optional(),
  })
  .refine(
    ({ model_type: type, model_properties: properties }) =>
      type !== 'llm' || llmPropertiesSchema.safeParse(properties).success,
    'must have model_properties.mode (chat or completion) and model_properties.context_size',
  )
  .refine(({ parameter_rules: rules = [] }) => new Set(rules.map(({ name }) => name)).size === rules.length, {
    error: 'has two parameters with the same name',
    path: ['parameter_rules'],
  });

const llmPropertiesSchema = z.looseObject({
  mode: z.enum(['chat', 'completion']),
  context_size: z.int().positive(),
});

/** The file of a model. */
type ModelFile = z.infer<typeof modelSchema>;
