import type { SkillManifest } from '../contracts/skill-manifest.ts';
import type { SkillSummary } from '../contracts/skill-summary.ts';

/** The line of a manifest in the list of skills. */
export function summarizeManifest({ skill_id, name, overview, tags }: SkillManifest): SkillSummary {
  return { skill_id, name, overview, tags };
}
