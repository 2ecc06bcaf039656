import { z } from 'zod';
import { i18nTextSchema } from './i18n-text.ts';

const MODEL_SCOPES: ReadonlySet<string> = new Set([
  'llm',
  'text-embedding',
  'rerank',
  'tts',
  'speech2text',
  'moderation',
  'vision',
  'document',
  'tool-call',
]);

/** The parameter types that tools and strategies share. */
export const parameterTypes = [
  'string',
  'number',
  'boolean',
  'select',
  'secret-input',
  'file',
  'files',
  'app-selector',
  'model-selector',
  'any',
] as const;

/** The parameter fields that tools and strategies share. */
export const parameterFields = {
  name: z.string().min(1).max(1023),
  label: i18nTextSchema,
  auto_generate: z.strictObject({ type: z.literal('prompt_instruction') }).optional(),
  template: z.strictObject({ enabled: z.boolean() }).optional(),
  scope: z.string().max(1024).optional(),
  required: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  precision: z.int().min(0).optional(),
  options: z
    .array(z.strictObject({ value: z.string('must be a string').min(1), label: i18nTextSchema }))
    .min(1)
    .optional(),
};

/** The fields that the following rules check. */
type ParameterFacts = {
  type: string;
  scope?: string | undefined;
  default?: string | number | boolean | undefined;
  min?: number | undefined;
  max?: number | undefined;
  options?: { value: string }[] | undefined;
};

/** Returns the first violation of a rule across fields; undefined when there is none. */
function findParameterFault(parameter: ParameterFacts): string | undefined {
  const { type, scope, min, max, options } = parameter;
  if ((type === 'select') !== (options !== undefined))
    return 'must have options if it is a select, and none otherwise';
  if ((min === undefined) !== (max === undefined))
    return 'must have both min and max, because Dify hides the field otherwise';
  if (min !== undefined && max !== undefined && min > max) return 'has min above max';
  if (scope !== undefined && !isFittingScope(type, scope)) return `must not have the scope "${scope}"`;
  return findDefaultFault(parameter);
}

function findDefaultFault({ type, default: value, min, max, options }: ParameterFacts): string | undefined {
  if (value === undefined) return undefined;
  if (type === 'number' && (typeof value !== 'number' || value < (min ?? value) || value > (max ?? value))) {
    return 'has a default outside of its range';
  }
  if (type === 'boolean' && typeof value !== 'boolean') return 'has a default that is not true or false';
  if (options !== undefined && !options.some((option) => option.value === value)) {
    return 'has a default that is not one of its options';
  }
  return undefined;
}

/** Adds these rules to a schema. */
export function reportParameterFault(parameter: ParameterFacts, context: z.RefinementCtx): void {
  const fault = findParameterFault(parameter);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
}

// The validator of the daemon rejects a scope on all other types, including array[tools].
function isFittingScope(type: string, scope: string): boolean {
  if (type === 'model-selector') return scope.split('&').every((part) => MODEL_SCOPES.has(part));
  if (type === 'app-selector') return ['all', 'chat', 'workflow', 'completion'].includes(scope);
  return type === 'any';
}
