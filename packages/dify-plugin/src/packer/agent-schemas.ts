import { z } from 'zod';
import { i18nTextSchema } from './i18n-text.ts';
import { identitySchema, providerIdentitySchema } from './identity-schema.ts';
import { parameterFields, parameterTypes, reportParameterFault } from './parameter-schema.ts';
import { packagePathSchema } from './scalar-schemas.ts';

const strategyParameterSchema = z
  .strictObject({
    ...parameterFields,
    help: i18nTextSchema.optional(),
    type: z.enum([...parameterTypes, 'array[tools]']),
  })
  .superRefine(reportParameterFault);

/** The schema of the file of an agent strategy provider. */
export const agentProviderSchema = z.strictObject({
  identity: providerIdentitySchema,
  strategies: z.array(packagePathSchema.endsWith('.yaml', 'must be the path of a YAML file')).min(1),
  extra: z.record(z.string(), z.unknown()).optional(),
});

/** The schema of the file of an agent strategy. */
export const agentStrategySchema = z.strictObject({
  identity: identitySchema,
  description: i18nTextSchema,
  features: z.array(z.literal('history-messages')).optional(),
  parameters: z
    .array(strategyParameterSchema)
    .refine(
      (list) => new Set(list.map(({ name }) => name)).size === list.length,
      'has two parameters with the same name',
    )
    .optional(),
  output_schema: z.record(z.string(), z.unknown()).optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
});
