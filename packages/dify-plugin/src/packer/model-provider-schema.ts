import { z } from 'zod';
import { credentialFormSchema } from './form-schema.ts';
import { i18nTextSchema } from './i18n-text.ts';
import { iconSchema, packagePathSchema } from './scalar-schemas.ts';

const iconTextSchema = z.strictObject({
  en_US: iconSchema,
  ja_JP: iconSchema.optional(),
  zh_Hans: iconSchema.optional(),
  pt_BR: iconSchema.optional(),
});
const modelFilesSchema = z.strictObject({
  predefined: z.array(packagePathSchema).optional(),
  position: packagePathSchema.optional(),
});

/** The model types in the spelling of Dify. */
export const modelTypeSchema = z.enum([
  'llm',
  'text-embedding',
  'rerank',
  'speech2text',
  'moderation',
  'tts',
]);

/** The schema of the file of a model provider. */
export const modelProviderSchema = z
  .strictObject({
    provider: z.string().min(1).max(255),
    label: i18nTextSchema,
    description: i18nTextSchema.optional(),
    icon_small: iconTextSchema.optional(),
    icon_large: iconTextSchema.optional(),
    icon_small_dark: iconTextSchema.optional(),
    icon_large_dark: iconTextSchema.optional(),
    background: z.string().optional(),
    help: z.strictObject({ title: i18nTextSchema, url: i18nTextSchema }).optional(),
    supported_model_types: z.array(modelTypeSchema).min(1).max(16),
    configurate_methods: z.array(z.enum(['predefined-model', 'customizable-model'])).min(1),
    provider_credential_schema: z.strictObject({ credential_form_schemas: credentialFormSchema }).optional(),
    model_credential_schema: z
      .strictObject({
        model: z.strictObject({ label: i18nTextSchema, placeholder: i18nTextSchema.optional() }),
        credential_form_schemas: credentialFormSchema,
      })
      .optional(),
    models: z.strictObject({
      llm: modelFilesSchema.optional(),
      text_embedding: modelFilesSchema.optional(),
      rerank: modelFilesSchema.optional(),
      tts: modelFilesSchema.optional(),
      speech2text: modelFilesSchema.optional(),
      moderation: modelFilesSchema.optional(),
    }),
    extra: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(
    (provider) =>
      !provider.configurate_methods.includes('customizable-model') ||
      provider.model_credential_schema !== undefined,
    'must have model_credential_schema for customizable models',
  );

/** The file of a model provider. */
export type ModelProviderFile = z.infer<typeof modelProviderSchema>;
