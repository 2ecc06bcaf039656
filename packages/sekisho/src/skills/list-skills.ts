import type { Skill } from '../contracts/skill.ts';
import type { SkillSummary } from '../contracts/skill-summary.ts';
import { requireLoaded } from './loaded-skill.ts';
import { summarizeManifest } from './summarize-manifest.ts';

/** One line for each skill. */
export async function listSkills(skills: readonly Skill[]): Promise<SkillSummary[]> {
  return requireLoaded(skills).map(({ manifest }) => summarizeManifest(manifest));
}
