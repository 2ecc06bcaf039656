import { z } from 'zod';
import { i18nTextSchema } from './i18n-text.ts';
import { iconSchema, identityNameSchema, tagSchema } from './scalar-schemas.ts';

/** The identity of a tool or a strategy. */
export const identitySchema = z.strictObject({
  author: z.string().min(1),
  name: identityNameSchema,
  label: i18nTextSchema,
});

/** The identity of a provider of tools or strategies. */
export const providerIdentitySchema = identitySchema.extend({
  description: i18nTextSchema,
  icon: iconSchema,
  icon_dark: iconSchema.optional(),
  tags: z.array(tagSchema).optional(),
});
