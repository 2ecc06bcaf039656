import { valueCheck, type ValueCheck } from '@sekisho/engine/integration';
import { MarkdownItParser, type MarkdownParser } from './load/markdown-parser.ts';
import { NodeSkillFileSystem, type SkillFileSystem } from './load/skill-file-system.ts';
import type { JsonSchema } from './skill-types.ts';

/** Compiles a JSON Schema to a function that validates values. */
export interface SchemaValidator {
  compile(schema: JsonSchema): ValueCheck;
}

/** The dependencies of loading and using skills. */
export interface SkillServices {
  readonly fileSystem: SkillFileSystem;
  readonly markdownParser: MarkdownParser;
  readonly schemaValidator: SchemaValidator;
  readonly limits: SkillLimits;
}

/** The limits for searching, reading and returning skills. */
export type SkillLimits = { readonly [Limit in keyof typeof DEFAULT_SKILL_LIMITS]: number };

/** The default limits. */
export const DEFAULT_SKILL_LIMITS = {
  /** The depth of the search below `dir`. */
  maxDepth: 6,
  /** The number of folders that one search opens. It is sufficient for a few thousand skills. */
  maxDirectories: 20_000,
  /** The size of one SKILL.md in bytes. */
  maxFileBytes: 1024 * 1024,
  /** The length of the front matter of one SKILL.md in characters. */
  maxFrontMatterChars: 32 * 1024,
  /** The number of bytes that a tool returns at once, and of one schema file. Longer files are read by lines. */
  maxReadBytes: 256 * 1024,
  /** The size of one file besides SKILL.md in bytes. A larger file is not part of the skill. */
  maxResourceBytes: 8 * 1024 * 1024,
  /** The number of files of one skill besides its SKILL.md. */
  maxFiles: 200,
  /** The number of SKILL.md files or folders that are open at the same time. */
  concurrency: 16,
};

/** Adds the default services: the local disk, markdown-it and the engine's JSON Schema validator. */
export function createSkillServices(
  services: Partial<Omit<SkillServices, 'limits'>> & { readonly limits?: Partial<SkillLimits> | undefined },
): SkillServices {
  return {
    fileSystem: services.fileSystem ?? new NodeSkillFileSystem(),
    markdownParser: services.markdownParser ?? new MarkdownItParser(),
    // The input of a skill is not validated anywhere else, so values that cannot be validated are rejected.
    schemaValidator: services.schemaValidator ?? { compile: (schema) => valueCheck(schema, 'do not fit') },
    limits: { ...DEFAULT_SKILL_LIMITS, ...services.limits },
  };
}
