import { SekishoError } from '@sekisho/engine';
import type { SkillServices } from './skill-services.ts';
import type { Skill, SkillDescriptor, SkillManifest } from './skill-types.ts';

/** Internal data of a loaded skill: its location and its digests at the time of loading. */
export interface SkillOrigin {
  /** The real path of its folder. */
  readonly folder: string;
  /** The real path of its SKILL.md. */
  readonly file: string;
  readonly sha256: string;
  /** The size of its SKILL.md. */
  readonly bytes: number;
  /** The digest of every file except its SKILL.md, by path relative to the folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly allowedTools: readonly string[] | undefined;
  readonly isHiddenFromModels: boolean;
  readonly services: SkillServices;
}

/** A skill that was created by `loadSkills()`. */
export class LoadedSkill implements Skill {
  readonly descriptor: SkillDescriptor;
  readonly manifest: SkillManifest;
  readonly source_path: string;
  readonly #origin: SkillOrigin;

  constructor(face: Skill, origin: SkillOrigin) {
    this.descriptor = face.descriptor;
    this.manifest = face.manifest;
    this.source_path = face.source_path;
    this.#origin = origin;
  }

  /** Not a public field, so that a printed skill contains only its contract. */
  origin(): SkillOrigin {
    return this.#origin;
  }
}

/** Returns the loaded skills. Throws for any other object, because it has no digest to check at use. */
export function requireLoaded(
  skills: readonly Skill[],
  code: 'AGENTS-E-SKILL-NOT-LOADED' | 'AGENTS-E-SKILL-SCHEMA' = 'AGENTS-E-SKILL-NOT-LOADED',
): LoadedSkill[] {
  if (Array.isArray(skills) && skills.every((skill: unknown) => skill instanceof LoadedSkill)) return skills;
  const message =
    'The skills were not loaded by loadSkills(). Call it first and pass the list that it returns.';
  throw new SekishoError(code, message);
}

/** Returns the skills that models may see. Throws for duplicate ids and for skills that were not loaded. */
export function requireVisible(skills: readonly Skill[]): LoadedSkill[] {
  const loaded = requireLoaded(skills, 'AGENTS-E-SKILL-SCHEMA');
  const seen = new Set<string>();
  for (const { descriptor } of loaded) {
    if (seen.size !== seen.add(descriptor.skill_id).size) continue;
    const message =
      `Two skills have the id "${descriptor.skill_id}". Pass each skill once; ` +
      'skills with the same name get different ids when they are loaded from a common folder.';
    throw new SekishoError('AGENTS-E-SKILL-SCHEMA', message);
  }
  return loaded.filter((skill) => !skill.origin().isHiddenFromModels);
}

/** Returns the skill with an id. Throws an error that lists the ids that match a short name. */
export function findSkill(skills: readonly LoadedSkill[], skillId: string): LoadedSkill {
  const found = skills.find(({ descriptor }) => descriptor.skill_id === skillId);
  if (found) return found;
  const ids = skills.map(({ descriptor }) => descriptor.skill_id);
  const matches = ids.filter((id) => id.endsWith(`:${skillId}`)).slice(0, 10);
  const hint =
    matches.length > 0 ? `Did you mean ${matches.join(', ')}?` : 'List the skills and use one of their ids.';
  throw new SekishoError('AGENTS-E-SKILL-NOT-FOUND', `There is no skill "${skillId.slice(0, 128)}". ${hint}`);
}
