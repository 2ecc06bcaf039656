import { discoverSkills } from './discover-skills.ts';
import { mapBounded } from './map-bounded.ts';
import { readSkill } from './read-skill.ts';
import type { ReadSkillOptions, SkillOutcome } from './read-skill.ts';
import type { SkillServices } from '../skill-services.ts';

/** What became of every SKILL.md below a folder, in the order of their paths, and what was passed by. */
export interface SkillDirectoryReading {
  readonly outcomes: readonly SkillOutcome[];
  readonly passedBy: readonly { readonly path: string; readonly reason: string }[];
}

/** Reads every SKILL.md below a folder. Only a folder that cannot be opened is an error. */
export async function readSkillDirectory(
  dir: string,
  options: ReadSkillOptions,
  services: SkillServices,
): Promise<SkillDirectoryReading> {
  const { folders, passedBy } = await discoverSkills(dir, services.fileSystem, services.limits);
  const outcomes = await mapBounded(folders, services.limits.concurrency, (found) =>
    readSkill(found, options, services),
  );
  return { outcomes: disableDuplicates(outcomes), passedBy };
}

// The first in path order wins, so that adding a copy further down never replaces a skill that is in use.
function disableDuplicates(outcomes: readonly SkillOutcome[]): SkillOutcome[] {
  const owners = new Map<string, string>();
  return outcomes.map((outcome) => {
    if (!outcome.skill) return outcome;
    const { skill, ...rest } = outcome;
    const { skill_id: skillId } = skill.descriptor;
    const owner = owners.get(skillId);
    if (owner === undefined) {
      owners.set(skillId, outcome.path);
      return outcome;
    }
    const problem = `The id "${skillId}" of "${outcome.path}" is taken by "${owner}". Rename one of the two skills.`;
    return { ...rest, status: 'disabled', code: 'AGENTS-E-SKILL-PARSE', problem };
  });
}
