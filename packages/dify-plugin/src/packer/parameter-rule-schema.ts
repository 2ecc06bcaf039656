import { z } from 'zod';
import { i18nTextSchema } from './i18n-text.ts';

const templates = [
  'temperature',
  'top_p',
  'top_k',
  'presence_penalty',
  'frequency_penalty',
  'max_tokens',
  'response_format',
  'json_schema',
] as const;

/** The schema of a parameter of a model. */
export const parameterRuleSchema = z
  .strictObject({
    name: z.string().min(1).max(255),
    use_template: z.enum(templates).optional(),
    label: i18nTextSchema.optional(),
    type: z.enum(['float', 'int', 'string', 'boolean', 'text']).optional(),
    help: i18nTextSchema.optional(),
    required: z.boolean().optional(),
    default: z.union([z.string(), z.number(), z.boolean()]).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    precision: z.int().min(0).optional(),
    options: z.array(z.string('must be strings; put numbers in quotes').max(255)).min(1).optional(),
  })
  .refine(
    (rule) => rule.use_template !== undefined || (rule.label !== undefined && rule.type !== undefined),
    'must have label and type, or use_template',
  )
  .refine(
    (rule) => rule.min === undefined || rule.max === undefined || rule.min <= rule.max,
    'has min above max',
  )
  .refine((rule) => hasFittingDefault(rule), 'has a default that does not match its type, range or options');

type Rule = {
  type?: 'float' | 'int' | 'string' | 'boolean' | 'text' | undefined;
  default?: string | number | boolean | undefined;
  min?: number | undefined;
  max?: number | undefined;
  options?: string[] | undefined;
};

function hasFittingDefault({ type, default: value, min, max, options }: Rule): boolean {
  if (value === undefined) return true;
  if (options !== undefined) return typeof value === 'string' && options.includes(value);
  if (typeof value === 'number') {
    const isRightType = type === undefined || type === 'float' || (type === 'int' && Number.isInteger(value));
    return isRightType && value >= (min ?? value) && value <= (max ?? value);
  }
  if (type === undefined) return true;
  return typeof value === 'boolean' ? type === 'boolean' : type === 'string' || type === 'text';
}
