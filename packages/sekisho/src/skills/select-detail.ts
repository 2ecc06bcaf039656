import type { SkillManifest } from '../contracts/skill-manifest.ts';

/** How much of a manifest is wanted. */
export type SkillDetailLevel = 'summary' | 'full';

const SUMMARY_EXAMPLES = 1;
const SUMMARY_CONSTRAINTS = 5;

/** A plain copy of a manifest; a summary keeps the first example and the first few constraints. */
export function selectDetail(manifest: SkillManifest, level: SkillDetailLevel): SkillManifest {
  const copy = { ...manifest };
  if (level === 'full') return copy;
  return {
    ...copy,
    usage_examples: copy.usage_examples.slice(0, SUMMARY_EXAMPLES),
    constraints: copy.constraints.slice(0, SUMMARY_CONSTRAINTS),
  };
}
