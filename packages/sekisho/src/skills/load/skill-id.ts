import { createHash } from 'node:crypto';

const MAX_NAME_CHARS = 64;
const MAX_ID_CHARS = 128;
const CONFORMANT = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Returns whether a name conforms to the Agent Skills specification. */
export function isConformantName(name: string): boolean {
  return name.length <= MAX_NAME_CHARS && CONFORMANT.test(name);
}

/** Returns the id of a skill without a namespace: its name in lower case, without spaces and punctuation. */
export function skillIdFor(name: string): string {
  if (isConformantName(name)) return name;
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  const characters = Array.from(plain);
  if (characters.length === 0) return `skill-${hashOf(name, 6)}`;
  if (characters.length <= MAX_NAME_CHARS) return plain;
  return `${characters.slice(0, MAX_NAME_CHARS - 7).join('')}-${hashOf(name, 6)}`;
}

/** A skill that needs an id. */
export interface NamedSkill {
  readonly name: string;
  /** The path of its SKILL.md relative to the searched folder. */
  readonly path: string;
}

/**
 * Assigns a unique id to every skill of a collection, by path. A name that only one skill has becomes its id. Skills
 * with the same name all receive a namespace, `plugin:skill`, independent of their order, so that no skill can claim
 * the id of another.
 */
export function assignSkillIds(skills: readonly NamedSkill[]): Map<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  let open = skills;
  for (const level of LEVELS) {
    const candidates = open.map((skill) => ({ skill, id: level(skill) }));
    const uses = new Map<string, number>();
    for (const { id } of candidates) uses.set(id, (uses.get(id) ?? 0) + 1);
    const isFree = (id: string): boolean => id.length <= MAX_ID_CHARS && uses.get(id) === 1 && !taken.has(id);
    for (const { skill, id } of candidates) if (isFree(id)) ids.set(skill.path, id);
    open = open.filter(({ path }) => !ids.has(path));
    for (const id of ids.values()) taken.add(id);
  }
  return ids;
}

const LEVELS: readonly ((skill: NamedSkill) => string)[] = [
  ({ name }) => skillIdFor(name),
  (skill) => namespaced(skill, (folder) => !isContainer(folder)),
  (skill) => namespaced(skill, () => true),
  // No name or folder produces a "#", so that such an id cannot be claimed on purpose.
  ({ name, path }) => `${Array.from(skillIdFor(name)).slice(0, 50).join('')}#${hashOf(path, 24)}`,
];

function namespaced({ name, path }: NamedSkill, isNamed: (folder: string) => boolean): string {
  const id = skillIdFor(name);
  const folders = path.split('/').slice(0, -1);
  const above = folders.filter(isNamed).map(skillIdFor);
  if (above.at(-1) === id) above.pop();
  return [...above, id].join(':');
}

// These folder names occur in every collection and do not distinguish skills.
function isContainer(folder: string): boolean {
  return folder.startsWith('.') || folder === 'skills' || folder === 'plugins';
}

function hashOf(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
