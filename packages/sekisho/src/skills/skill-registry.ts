import { describeSkill, listSkills, loadSkills, type LoadSkillsOptions } from './load-skills.ts';
import type { Skill, SkillMode } from './skill-types.ts';
import { toActivationTools, toIntrospectionTools, toTools } from './to-tools.ts';

/** Loads skills and converts them to tools, with the host's own file system, Markdown parser and validator. */
export class SkillRegistry {
  /** Returns one summary for each skill. */
  readonly listSkills = listSkills;
  /** Returns the manifest of one skill. */
  readonly describeSkill = describeSkill;
  /** Returns one tool for each skill, and the tools that read their files and run their scripts. */
  readonly toTools = toTools;
  /** Returns the tools `skill.search` and `skill.activate` for any number of skills. */
  readonly toActivationTools = toActivationTools;
  /** Returns the tools `skill.list` and `skill.describe`. */
  readonly toIntrospectionTools = toIntrospectionTools;
  readonly #options: Omit<LoadSkillsOptions, 'dir' | 'mode'>;

  constructor(options: Omit<LoadSkillsOptions, 'dir' | 'mode'> = {}) {
    this.#options = options;
  }

  /** Loads every usable skill below a folder. */
  loadFromDirectory(dir: string, mode: SkillMode = 'function_tool'): Promise<Skill[]> {
    return loadSkills({ ...this.#options, dir, mode });
  }
}
