/** One script to run. */
export interface SkillScriptRequest {
  readonly skill_id: string;
  /** The folder of the skill. */
  readonly folder: string;
  /** The path of the script below the folder. */
  readonly script: string;
  /** The checked bytes of the script; run these, not the file, which may change after the check. */
  readonly content: Uint8Array;
  /** Reads all files of the skill besides its SKILL.md, the script included; rejects if one changed after loading. */
  readonly readFiles: () => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly args: readonly string[];
  /** The only variables that the script may see. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** What a script did. */
export interface SkillScriptResult {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs scripts of skills where they can do no harm. The host brings it; `createSkillSandbox()` makes one of a sandbox client. */
export interface SkillSandbox {
  run(request: SkillScriptRequest): Promise<SkillScriptResult>;
}
