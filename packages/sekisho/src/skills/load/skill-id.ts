import { sha256Of } from './skill-files.ts';

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
  if (characters.length > 0 && characters.length <= MAX_NAME_CHARS) return plain;
  return `${characters.slice(0, MAX_NAME_CHARS - 7).join('') || 'skill'}-${sha256Of(name).slice(0, 6)}`;
}

interface NamedSkill {
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
  for (const level of LEVELS) {
    const taken = new Set(ids.values());
    const open = skills.filter(({ path }) => !ids.has(path));
    for (const [id, [first, ...others]] of Map.groupBy(open, level)) {
      const isFree = id.length <= MAX_ID_CHARS && others.length === 0 && !taken.has(id);
      if (isFree && first) ids.set(first.path, id);
    }
  }
  return ids;
}

const LEVELS: readonly ((skill: NamedSkill) => string)[] = [
  ({ name }) => skillIdFor(name),
  (skill) => namespaced(skill, (folder) => !isContainer(folder)),
  (skill) => namespaced(skill, () => true),
  // No name or folder produces a "#", so that such an id cannot be claimed on purpose.
  ({ name, path }) => `${Array.from(skillIdFor(name)).slice(0, 50).join('')}#${sha256Of(path).slice(0, 24)}`,
];

function namespaced({ name, path }: NamedSkill, isNamed: (folder: string) => boolean): string {
  const id = skillIdFor(name);
  const above = path.split('/').slice(0, -1).filter(isNamed).map(skillIdFor);
  if (above.at(-1) === id) above.pop();
  return [...above, id].join(':');
}

// These folder names occur in every collection and do not distinguish skills.
function isContainer(folder: string): boolean {
  return folder.startsWith('.') || folder === 'skills' || folder === 'plugins';
}
