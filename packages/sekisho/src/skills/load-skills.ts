import type { Skill } from '../contracts/skill.ts';
import { loadSkillsDetailed } from './load-skills-detailed.ts';
import type { LoadSkillsOptions } from './load-skills-detailed.ts';

/** Loads the skills below a folder; skills that cannot be used are left out. */
export async function loadSkills(options: LoadSkillsOptions): Promise<Skill[]> {
  const { skills } = await loadSkillsDetailed(options);
  return skills;
}
