import { z } from 'zod';
import { i18nTextSchema } from './i18n-text.ts';

const shortText = z.string().min(1).max(255);
const showOnSchema = z.array(z.strictObject({ variable: shortText, value: shortText })).max(16);

const formFieldSchema = z
  .strictObject({
    variable: shortText,
    label: i18nTextSchema,
    type: z.enum(['text-input', 'secret-input', 'select', 'radio', 'switch']),
    required: z.boolean().optional(),
    default: z.string('must be a string, even for numbers').max(255).optional(),
    options: z
      .array(z.strictObject({ label: i18nTextSchema, value: shortText, show_on: showOnSchema.optional() }))
      .min(1)
      .max(128)
      .optional(),
    placeholder: i18nTextSchema.optional(),
    help: i18nTextSchema.optional(),
    url: z.url().optional(),
    max_length: z.int().min(0).optional(),
    show_on: showOnSchema.optional(),
  })
  .refine(
    ({ type, options }) => (type === 'select' || type === 'radio') === (options !== undefined),
    'must have options if it is a select or a radio, and none otherwise',
  )
  .refine(
    ({ options, default: value }) =>
      value === undefined || options === undefined || options.some((option) => option.value === value),
    'has a default that is not one of its options',
  )
  .refine(
    ({ type, default: value }) => type !== 'secret-input' || value === undefined,
    'must not have a default value, because it is a secret',
  );

/** The fields of a credential form. */
export const credentialFormSchema = z
  .array(formFieldSchema)
  .max(32)
  .refine(
    (fields) => new Set(fields.map((field) => field.variable)).size === fields.length,
    'has two fields with the same name',
  );
