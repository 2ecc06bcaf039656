import { z } from 'zod';
import { i18nTextSchema } from './i18n-text.ts';
import { iconSchema, identityNameSchema, tagSchema } from './scalar-schemas.ts';

/** Who a tool or a strategy is. */
export const identitySchema = z.strictObject({
  author: z.string().min(1),
  name: identityNameSchema,
  label: i18nTextSchema,
});

/** Who a provider of tools or strategies is. */
export const providerIdentitySchema = identitySchema.extend({
  description: i18nTextSchema,
  icon: iconSchema,
  icon_dark: iconSchema.optional(),
  tags: z.array(tagSchema).optional(),
});
