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
  /** Bytes of one file or body that a tool returns, and of one schema file. */
  readonly maxReadBytes: number;
  /** Bytes of one script that can be run. */
  readonly maxScriptBytes: number;
  /** Files that are listed for one skill. */
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
  maxScriptBytes: 1024 * 1024,
  maxFiles: 200,
  concurrency: 16,
};
