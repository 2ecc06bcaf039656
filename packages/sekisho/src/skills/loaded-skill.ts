import type { SkillDescriptor } from '../contracts/skill-descriptor.ts';
import type { SkillManifest } from '../contracts/skill-manifest.ts';
import type { Skill } from '../contracts/skill.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { SkillServices } from './skill-services.ts';

/** What is known of a skill besides its public face: where it lies and what it looked like when it was loaded. */
export interface SkillOrigin {
  /** The real path of its folder. */
  readonly folder: string;
  /** The real path of its SKILL.md. */
  readonly file: string;
  readonly sha256: string;
  readonly files: readonly string[];
  /** Digest of every script by its path below the folder. */
  readonly scripts: ReadonlyMap<string, string>;
  readonly allowedTools: readonly string[] | undefined;
  readonly isHiddenFromModels: boolean;
  readonly services: SkillServices;
}

/** A skill that came from `loadSkills()`. */
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

  /** Kept out of the fields, so that a printed skill shows its contract and nothing else. */
  origin(): SkillOrigin {
    return this.#origin;
  }
}

/** The skills as they were loaded; anything else is refused, because it has no digest to check at use. */
export function requireLoaded(skills: readonly Skill[]): LoadedSkill[] {
  const given: unknown = skills;
  if (!Array.isArray(given)) throw notLoaded();
  return given.map((skill: unknown) => {
    if (skill instanceof LoadedSkill) return skill;
    throw notLoaded();
  });
}

function notLoaded(): SekishoError {
  return new SekishoError(
    'AGENTS-E-SKILL-NOT-LOADED',
    'The skills were not loaded by loadSkills(). Call it first and pass the list that it returns.',
  );
}

/** The skill with an id, or an error that says how to find the right one. */
export function findSkill(skills: readonly LoadedSkill[], skillId: string): LoadedSkill {
  const found = skills.find(({ descriptor }) => descriptor.skill_id === skillId);
  if (found) return found;
  throw new SekishoError(
    'AGENTS-E-SKILL-NOT-FOUND',
    `There is no skill "${skillId.slice(0, 128)}". List the skills and use one of their ids.`,
  );
}
