import { scriptsOf } from '../files/skill-files.ts';
import type { LoadedSkill } from '../loaded-skill.ts';
import type { SchemaValidator } from '../schema/schema-validator.ts';
import { createReadTool } from './read-tool.ts';
import { createRunTool } from './run-tool.ts';
import type { SkillSandbox } from './skill-sandbox.ts';
import type { SkillTool } from './skill-tool.ts';

/** Where and how scripts of skills run. Without a sandbox no script can run. */
export interface SkillScriptOptions {
  readonly sandbox?: SkillSandbox | undefined;
  readonly scriptTimeoutMs?: number | undefined;
  readonly scriptEnvironment?: Readonly<Record<string, string>> | undefined;
}

const DEFAULT_SCRIPT_TIMEOUT_MS = 60_000;

/** Returns the tools that read the files of skills and, in a sandbox, run their scripts. */
export function companionTools(
  skills: readonly LoadedSkill[],
  validator: SchemaValidator,
  options: SkillScriptOptions,
): SkillTool[] {
  if (skills.length === 0) return [];
  const tools = [createReadTool(skills, validator)];
  const withScripts = skills.filter((skill) => scriptsOf(skill).length > 0);
  if (options.sandbox && withScripts.length > 0) {
    const timeoutMs = options.scriptTimeoutMs ?? DEFAULT_SCRIPT_TIMEOUT_MS;
    const environment = options.scriptEnvironment ?? {};
    tools.push(createRunTool(withScripts, validator, { sandbox: options.sandbox, timeoutMs, environment }));
  }
  return tools;
}
