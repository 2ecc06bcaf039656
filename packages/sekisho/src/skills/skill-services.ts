import { NodeSkillFileSystem } from './files/node-skill-file-system.ts';
import type { SkillFileSystem } from './files/skill-file-system.ts';
import { MarkdownItParser } from './manifest/markdown-parser.ts';
import type { MarkdownParser } from './manifest/markdown-parser.ts';
import { CfworkerSchemaValidator } from './schema/schema-validator.ts';
import type { SchemaValidator } from './schema/schema-validator.ts';

/** What loading and using skills needs from outside. */
export interface SkillServices {
  readonly fileSystem: SkillFileSystem;
  readonly markdownParser: MarkdownParser;
  readonly schemaValidator: SchemaValidator;
  readonly limits: SkillLimits;
}

/** The bounds within which skills are searched, read and returned. */
export interface SkillLimits {
  /** Folders below `dir` that are searched. */
  readonly maxDepth: number;
  /** Folders that are opened in one search; a library of a few thousand skills fits. */
  readonly maxDirectories: number;
  /** Bytes of one SKILL.md. */
  readonly maxFileBytes: number;
  /** Characters of the front matter of one SKILL.md. */
  readonly maxFrontMatterChars: number;
  /** Bytes that a tool returns at once, and of one schema file; longer files are read by lines. */
  readonly maxReadBytes: number;
  /** Bytes of one file beside a SKILL.md; a larger one is not part of the skill. */
  readonly maxResourceBytes: number;
  /** Files that one skill has besides its SKILL.md. */
  readonly maxFiles: number;
  /** SKILL.md files, or folders, that are open at the same time. */
  readonly concurrency: number;
}

/** The bounds that hold unless the host says otherwise. */
export const DEFAULT_SKILL_LIMITS: SkillLimits = {
  maxDepth: 6,
  maxDirectories: 20_000,
  maxFileBytes: 1024 * 1024,
  maxFrontMatterChars: 32 * 1024,
  maxReadBytes: 256 * 1024,
  maxResourceBytes: 8 * 1024 * 1024,
  maxFiles: 200,
  concurrency: 16,
};

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
