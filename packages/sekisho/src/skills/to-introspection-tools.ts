import type { Skill } from './types/skill.ts';
import { requireToolSkills } from './loaded-skill.ts';
import { createIntrospectionTools } from './tools/introspection-tools.ts';
import type { SkillTool } from './tools/skill-tool.ts';

/** Returns the tools `skill.list` and `skill.describe` for the skills that models may see. */
export function toIntrospectionTools(skills: readonly Skill[]): SkillTool[] {
  const { visible, validator } = requireToolSkills(skills);
  return createIntrospectionTools(
    visible.map(({ manifest }) => manifest),
    validator,
  );
}
