import { MarkdownItParser } from './markdown-parser.ts';
import { NodeSkillFileSystem } from './node-skill-file-system.ts';
import { CfworkerSchemaValidator } from './schema-validator.ts';
import { DEFAULT_SKILL_LIMITS } from './skill-limits.ts';
import type { SkillLimits } from './skill-limits.ts';
import type { SkillServices } from './skill-services.ts';

/** Fills in the services that the host did not bring: the local disk, markdown-it and @cfworker/json-schema. */
export function createSkillServices(
  services: Partial<Omit<SkillServices, 'limits'>> & {
    readonly limits?: Partial<SkillLimits> | undefined;
  } = {},
): SkillServices {
  return {
    fileSystem: services.fileSystem ?? new NodeSkillFileSystem(),
    markdownParser: services.markdownParser ?? new MarkdownItParser(),
    schemaValidator: services.schemaValidator ?? new CfworkerSchemaValidator(),
    limits: { ...DEFAULT_SKILL_LIMITS, ...services.limits },
  };
}
