import type { MarkdownParser } from './markdown-parser.ts';
import type { SchemaValidator } from './schema-validator.ts';
import type { SkillFileSystem } from './skill-file-system.ts';
import type { SkillLimits } from './skill-limits.ts';

/** What loading and using skills needs from outside. */
export interface SkillServices {
  readonly fileSystem: SkillFileSystem;
  readonly markdownParser: MarkdownParser;
  readonly schemaValidator: SchemaValidator;
  readonly limits: SkillLimits;
}
