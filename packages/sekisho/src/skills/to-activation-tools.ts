import { SekishoError } from '@sekisho/engine';
import { type OptionNames, requireKnownOptions } from '@sekisho/engine/integration';
import type { Skill } from './types/skill.ts';
import { requireToolSkills } from './loaded-skill.ts';
import type { LoadedSkill } from './loaded-skill.ts';
import { createActivateTool, createSearchTool } from './tools/activation-tools.ts';
import { companionTools } from './tools/companion-tools.ts';
import type { SkillScriptOptions } from './tools/companion-tools.ts';
import type { SkillTool } from './tools/skill-tool.ts';

/**
 * Returns the tools `skill.search` and `skill.activate` for any number of skills, instead of one tool for each.
 * `skill.read` is added if a skill has files, `skill.run` if there is a sandbox and a script.
 */
export function toActivationTools(skills: readonly Skill[], options: SkillScriptOptions = {}): SkillTool[] {
  requireKnownOptions(options, OPTIONS, { place: 'toActivationTools()' });
  const { visible, validator } = requireToolSkills(skills);
  if (visible.length === 0) return [];
  const child = visible.find(({ descriptor }) => descriptor.mode === 'child_agent');
  if (child) {
    const message =
      `The skill "${child.descriptor.skill_id}" was loaded with the mode child_agent, which requires a separate tool. ` +
      'Use toTools(), or load the skills with the mode function_tool.';
    throw new SekishoError('AGENTS-E-SKILL-SCHEMA', message);
  }
  const needsReader = visible.some(isReadByLines);
  return [
    createSearchTool(visible, validator),
    createActivateTool(visible, validator, options.sandbox !== undefined),
    ...(needsReader ? companionTools(visible, validator, options) : []),
  ];
}

const OPTIONS: OptionNames<SkillScriptOptions> = {
  sandbox: true,
  scriptTimeoutMs: true,
  scriptEnvironment: true,
};

function isReadByLines(skill: LoadedSkill): boolean {
  const { files, bytes, services } = skill.origin();
  return files.size > 0 || bytes > services.limits.maxReadBytes;
}
