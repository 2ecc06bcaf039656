import type { JsonSchema } from '../contracts/skill-json-schema.ts';

// A longer list costs more tokens in every turn than a wrong guess does.
const MAX_LISTED_IDS = 100;

/** The parameter that names a skill; a short list of ids is spelled out, so a model cannot invent one. */
export function skillIdParameter(skillIds: readonly string[]): JsonSchema {
  const description = 'The id of a skill.';
  if (skillIds.length > MAX_LISTED_IDS) return { type: 'string', minLength: 1, maxLength: 128, description };
  return { type: 'string', enum: [...skillIds], description };
}
