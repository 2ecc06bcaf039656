import { NodeSkillFileSystem } from './files/node-skill-file-system.ts';
import type { SkillFileSystem } from './files/skill-file-system.ts';
import { MarkdownItParser } from './manifest/markdown-parser.ts';
import type { MarkdownParser } from './manifest/markdown-parser.ts';
import { CfworkerSchemaValidator } from './schema/schema-validator.ts';
import type { SchemaValidator } from './schema/schema-validator.ts';

/** The dependencies of loading and using skills. */
export interface SkillServices {
  readonly fileSystem: SkillFileSystem;
  readonly markdownParser: MarkdownParser;
  readonly schemaValidator: SchemaValidator;
  readonly limits: SkillLimits;
}

/** The limits for searching, reading and returning skills. */
export interface SkillLimits {
  /** The depth of the search below `dir`. */
  readonly maxDepth: number;
  /** The number of folders that one search opens. It is sufficient for a few thousand skills. */
  readonly maxDirectories: number;
  /** The size of one SKILL.md in bytes. */
  readonly maxFileBytes: number;
  /** The length of the front matter of one SKILL.md in characters. */
  readonly maxFrontMatterChars: number;
  /** The number of bytes that a tool returns at once, and of one schema file. Longer files are read by lines. */
  readonly maxReadBytes: number;
  /** The size of one file besides SKILL.md in bytes. A larger file is not part of the skill. */
  readonly maxResourceBytes: number;
  /** The number of files of one skill besides its SKILL.md. */
  readonly maxFiles: number;
  /** The number of SKILL.md files or folders that are open at the same time. */
  readonly concurrency: number;
}

/** The default limits. */
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

/** Adds the default services: the local disk, markdown-it and @cfworker/json-schema. */
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
