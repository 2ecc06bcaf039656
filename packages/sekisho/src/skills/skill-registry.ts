import type { Skill } from './types/skill.ts';
import type { SkillManifest } from './types/skill-manifest.ts';
import type { SkillMode } from './types/skill-mode.ts';
import type { SkillSummary } from './types/skill-summary.ts';
import { describeSkill, listSkills } from './list-skills.ts';
import { loadSkillsDetailed } from './load-skills.ts';
import type { LoadSkillsOptions } from './load-skills.ts';
import type { SkillDetailLevel } from './manifest/build-manifest.ts';
import { toActivationTools } from './to-activation-tools.ts';
import type { SkillScriptOptions } from './tools/companion-tools.ts';
import type { SkillTool } from './tools/skill-tool.ts';
import { toIntrospectionTools } from './to-introspection-tools.ts';
import { toTools } from './to-tools.ts';
import type { SkillToolOptions } from './to-tools.ts';

/** Loads skills and converts them to tools, with the host's own file system, Markdown parser and validator. */
export class SkillRegistry {
  readonly #options: Omit<LoadSkillsOptions, 'dir' | 'mode'>;

  constructor(options: Omit<LoadSkillsOptions, 'dir' | 'mode'> = {}) {
    this.#options = options;
  }

  /** Loads every usable skill below a folder. */
  async loadFromDirectory(dir: string, mode: SkillMode = 'function_tool'): Promise<Skill[]> {
    const { skills } = await loadSkillsDetailed({ ...this.#options, dir, mode });
    return skills;
  }

  /** Returns one summary for each skill. */
  listSkills(skills: readonly Skill[]): Promise<SkillSummary[]> {
    return listSkills(skills);
  }

  /** Returns the manifest of one skill. */
  describeSkill(
    skills: readonly Skill[],
    skillId: string,
    detailLevel?: SkillDetailLevel,
  ): Promise<SkillManifest> {
    return describeSkill(skills, skillId, detailLevel);
  }

  /** Returns one tool for each skill, and the tools that read their files and run their scripts. */
  toTools(skills: readonly Skill[], options?: SkillToolOptions): SkillTool[] {
    return toTools(skills, options);
  }

  /** Returns the tools `skill.search` and `skill.activate` for any number of skills. */
  toActivationTools(skills: readonly Skill[], options?: SkillScriptOptions): SkillTool[] {
    return toActivationTools(skills, options);
  }

  /** Returns the tools `skill.list` and `skill.describe`. */
  toIntrospectionTools(skills: readonly Skill[]): SkillTool[] {
    return toIntrospectionTools(skills);
  }
}
