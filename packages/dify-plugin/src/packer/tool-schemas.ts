import { z } from 'zod';
import { i18nTextSchema } from './i18n-text.ts';
import { identitySchema, providerIdentitySchema } from './identity-schema.ts';
import { parameterFields, parameterTypes, reportParameterFault } from './parameter-schema.ts';
import { packagePathSchema } from './scalar-schemas.ts';

const credentialSchema = z.strictObject({
  type: z.enum([
    'secret-input',
    'text-input',
    'select',
    'boolean',
    'model-selector',
    'app-selector',
    'array[tools]',
    'any',
  ]),
  label: i18nTextSchema,
  required: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  options: z.array(z.strictObject({ value: z.string(), label: i18nTextSchema })).optional(),
  scope: z.string().optional(),
  placeholder: i18nTextSchema.optional(),
  help: i18nTextSchema.optional(),
  url: z.url().optional(),
});

const toolParameterSchema = z
  .strictObject({
    ...parameterFields,
    human_description: i18nTextSchema,
    llm_description: z.string().optional(),
    form: z.enum(['schema', 'form', 'llm']),
    multiple: z.boolean().optional(),
    type: z.enum(parameterTypes),
  })
  .superRefine(reportParameterFault)
  .refine(
    ({ form, llm_description: text }) => form !== 'llm' || Boolean(text),
    'must have llm_description, because a model needs it',
  );

/** The schema of the file of a tool provider. */
export const toolProviderSchema = z.strictObject({
  identity: providerIdentitySchema,
  credentials_for_provider: z.record(z.string(), credentialSchema).optional(),
  tools: z.array(packagePathSchema.endsWith('.yaml', 'must be the path of a YAML file')).min(1),
  extra: z.record(z.string(), z.unknown()).optional(),
});

/** The schema of the file of a tool. */
export const toolSchema = z.strictObject({
  identity: identitySchema,
  description: z.strictObject({ human: i18nTextSchema, llm: z.string().min(1) }),
  parameters: z
    .array(toolParameterSchema)
    .refine(
      (list) => new Set(list.map(({ name }) => name)).size === list.length,
      'has two parameters with the same name',
    )
    .optional(),
  output_schema: z.record(z.string(), z.unknown()).optional(),
  has_runtime_parameters: z.boolean().optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
});
