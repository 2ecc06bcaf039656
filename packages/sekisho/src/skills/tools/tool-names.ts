import { createHash } from 'node:crypto';
import type { JsonSchema } from '../types/skill-json-schema.ts';

const MAX_NAME_CHARS = 64;
const PREFIX = 'skill_';

/**
 * The names of the tools that do not belong to one skill. A skill called "list" must not claim one of them. The
 * design document writes `skill.list`. Providers allow no dots in names, so the dotted form is only the canonical id.
 */
export const SKILL_TOOL_NAMES = {
  list: 'skill_list',
  describe: 'skill_describe',
  search: 'skill_search',
  activate: 'skill_activate',
  read: 'skill_read',
  run: 'skill_run',
} as const;

/**
 * Assigns to every skill id the name that a model sees: letters, digits and `_`, at most 64 characters, unique. The
 * map is reversible, so that a policy can identify the skill of a name.
 */
export function nameSkillTools(skillIds: readonly string[]): Map<string, string> {
  const claims = new Map<string, number>(Object.values(SKILL_TOOL_NAMES).map((name) => [name, 1]));
  for (const id of skillIds) claims.set(plainName(id), (claims.get(plainName(id)) ?? 0) + 1);
  const hasPlainName = (id: string): boolean =>
    plainName(id).length <= MAX_NAME_CHARS && claims.get(plainName(id)) === 1 && isAscii(id);

  const taken = new Set([
    ...Object.values(SKILL_TOOL_NAMES),
    ...skillIds.filter(hasPlainName).map(plainName),
  ]);
  return new Map(
    skillIds.map((id) => [id, hasPlainName(id) ? plainName(id) : reserveHashedName(id, taken)] as const),
  );
}

// More digits are needed only if a skill is named after the hash of another one.
function reserveHashedName(id: string, taken: Set<string>): string {
  const hash = createHash('sha256').update(id).digest('hex');
  let digits = 6;
  let name = withEnding(id, hash.slice(0, digits));
  while (taken.has(name) && digits < hash.length) {
    digits += 1;
    name = withEnding(id, hash.slice(0, digits));
  }
  taken.add(name);
  return name;
}

function withEnding(id: string, ending: string): string {
  return `${plainName(id).slice(0, MAX_NAME_CHARS - 1 - ending.length)}_${ending}`.slice(0, MAX_NAME_CHARS);
}

function isAscii(id: string): boolean {
  return /^[\x20-\x7e]*$/.test(id);
}

// This is the rule of the Agents SDK. Applying it here first leaves nothing for the SDK to rewrite.
function plainName(id: string): string {
  return PREFIX + id.replace(/[^A-Za-z0-9]/g, '_');
}

// A longer list costs more tokens in every turn than a wrong id does.
const MAX_LISTED_IDS = 100;

/** Creates the parameter that names a skill. A short list of ids is enumerated, so that a model cannot invent one. */
export function skillIdParameter(skillIds: readonly string[]): JsonSchema {
  const description = 'The id of a skill.';
  if (skillIds.length > MAX_LISTED_IDS) return { type: 'string', minLength: 1, maxLength: 128, description };
  return { type: 'string', enum: [...skillIds], description };
}
