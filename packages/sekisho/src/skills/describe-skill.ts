import type { Skill } from '../contracts/skill.ts';
import type { SkillManifest } from '../contracts/skill-manifest.ts';
import { findSkill } from './find-skill.ts';
import { requireLoaded } from './loaded-skill.ts';
import { selectDetail } from './select-detail.ts';
import type { SkillDetailLevel } from './select-detail.ts';

/** The specification of one skill. */
export async function describeSkill(
  skills: readonly Skill[],
  skillId: string,
  detailLevel: SkillDetailLevel = 'summary',
): Promise<SkillManifest> {
  return selectDetail(findSkill(requireLoaded(skills), skillId).manifest, detailLevel);
}
