import type { JsonSchema } from '../contracts/skill-json-schema.ts';

const TASK = {
  type: 'string',
  minLength: 1,
  maxLength: 8000,
  description: 'What to do with this skill, in plain words.',
} as const;

/** What a skill takes when its author said nothing: one task in words. */
export function defaultInputSchema(): JsonSchema {
  return {
    type: 'object',
    properties: { task: { ...TASK } },
    required: ['task'],
    additionalProperties: false,
  };
}

/** What a skill with `$ARGUMENTS` takes: a task, and the text that replaces `$ARGUMENTS`. */
export function argumentsInputSchema(hint: string | undefined): JsonSchema {
  const description = hint
    ? `The text that replaces $ARGUMENTS: ${hint}`
    : 'The text that replaces $ARGUMENTS.';
  return {
    type: 'object',
    properties: { task: { ...TASK }, arguments: { type: 'string', maxLength: 8000, description } },
    required: ['task'],
    additionalProperties: false,
  };
}
