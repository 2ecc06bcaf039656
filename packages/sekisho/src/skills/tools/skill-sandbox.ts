/** A request to run one script. */
export interface SkillScriptRequest {
  readonly skill_id: string;
  /** The folder of the skill. */
  readonly folder: string;
  /** The path of the script relative to the folder. */
  readonly script: string;
  /** The checked bytes of the script. Run these and not the file, which may change after the check. */
  readonly content: Uint8Array;
  /** Reads all files of the skill except its SKILL.md, including the script. Rejects if one changed after loading. */
  readonly readFiles: () => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly args: readonly string[];
  /** The only environment variables of the script. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The result of a script. */
export interface SkillScriptResult {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs scripts of skills in isolation. The host provides it. `createSkillSandbox()` creates one from a sandbox
 * client.
 */
export interface SkillSandbox {
  run(request: SkillScriptRequest): Promise<SkillScriptResult>;
}
