import type { SkillManifest } from './skill-manifest.ts';

/** One entry of the list of skills. */
export type SkillSummary = Pick<SkillManifest, 'skill_id' | 'name' | 'overview' | 'tags'>;
