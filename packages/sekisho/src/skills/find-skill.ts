import { SekishoError } from '../errors/sekisho-error.ts';
import type { LoadedSkill } from './loaded-skill.ts';

/** The skill with an id, or an error that says how to find the right one. */
export function findSkill(skills: readonly LoadedSkill[], skillId: string): LoadedSkill {
  const found = skills.find(({ descriptor }) => descriptor.skill_id === skillId);
  if (found) return found;
  throw new SekishoError(
    'AGENTS-E-SKILL-NOT-FOUND',
    `There is no skill "${skillId.slice(0, 128)}". List the skills and use one of their ids.`,
  );
}
