import type { SkillDescriptor } from './skill-descriptor.ts';
import type { SkillManifest } from './skill-manifest.ts';

/** A loaded skill. The first access to `manifest.usage_examples` or `manifest.constraints` parses its text. */
export interface Skill {
  readonly descriptor: SkillDescriptor;
  readonly manifest: SkillManifest;
  readonly source_path: string;
}
