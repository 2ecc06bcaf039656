import { z } from 'zod';
import { i18nTextSchema } from './i18n-text.ts';
import { modelTypeSchema } from './model-provider-schema.ts';
import { parameterRuleSchema } from './parameter-rule-schema.ts';
import { decimalSchema } from './scalar-schemas.ts';

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
export const modelSchema = z
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
export type ModelFile = z.infer<typeof modelSchema>;
