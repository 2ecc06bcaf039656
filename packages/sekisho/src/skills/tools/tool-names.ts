import { sha256Of } from '../load/skill-files.ts';

const MAX_NAME_CHARS = 64;

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
  const taken = new Set<string>(Object.values(SKILL_TOOL_NAMES));
  const names = new Map<string, string>();
  for (const [name, ids] of Map.groupBy(skillIds, plainName)) {
    const [id = ''] = ids;
    const isUnique = ids.length === 1 && !taken.has(name);
    if (isUnique && name.length <= MAX_NAME_CHARS && /^[\x20-\x7e]*$/.test(id)) names.set(id, name);
  }
  for (const name of names.values()) taken.add(name);
  return new Map(skillIds.map((id) => [id, names.get(id) ?? reserveHashedName(id, taken)]));
}

function reserveHashedName(id: string, taken: Set<string>): string {
  const hash = sha256Of(id);
  const plain = plainName(id);
  // More digits are needed only if a skill is named after the hash of another one.
  let digits = 6;
  const hashed = () => `${plain.slice(0, MAX_NAME_CHARS - 1 - digits)}_${hash.slice(0, digits)}`;
  while (taken.has(hashed()) && digits < MAX_NAME_CHARS - 1) digits += 1;
  taken.add(hashed());
  return hashed();
}

// This is the rule of the Agents SDK. Applying it here first leaves nothing for the SDK to rewrite.
function plainName(id: string): string {
  return `skill_${id.replace(/[^A-Za-z0-9]/g, '_')}`;
}
