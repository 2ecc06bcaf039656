import type { SkillManifest } from './types/skill-manifest.ts';
import type { SkillSummary } from './types/skill-summary.ts';
import type { Skill } from './types/skill.ts';
import { findSkill, requireLoaded } from './loaded-skill.ts';
import { selectDetail, summarizeManifest } from './manifest/build-manifest.ts';
import type { SkillDetailLevel } from './manifest/build-manifest.ts';

/** Returns one summary for each skill. */
export async function listSkills(skills: readonly Skill[]): Promise<SkillSummary[]> {
  return requireLoaded(skills).map(({ manifest }) => summarizeManifest(manifest));
}

/** Returns the manifest of one skill. */
export async function describeSkill(
  skills: readonly Skill[],
  skillId: string,
  detailLevel: SkillDetailLevel = 'summary',
): Promise<SkillManifest> {
  return selectDetail(findSkill(requireLoaded(skills), skillId).manifest, detailLevel);
}
