import type { ArgumentRole } from '../contracts/tool-manifest.ts';
import type { Tool } from '../sdk/upstream.ts';
import type { PlaceholderTool } from './set-parameters.ts';

/** What the gate needs to know of a tool that comes from skills. */
export interface SkillToolOrigin {
  /** The name that a model sees. */
  readonly tool_name: string;
  /** `skill.list`, `skill.describe`, `skill.read`, `skill.run`, or `skill:<id>`; policies are keyed on it. */
  readonly canonical_id: string;
  readonly kind: 'skill';
  /** `execute`: it runs a script, or starts an agent that has tools of the host. */
  readonly effect: 'read' | 'execute';
  /** The part that each argument plays. */
  readonly argument_roles: Readonly<Record<string, ArgumentRole>>;
  /** Skill text and what child agents say are other people's words. */
  readonly trusted: false;
  readonly skill_id?: string;
  readonly source_path?: string;
  readonly sha256?: string;
  readonly has_scripts?: boolean;
  readonly allowed_tools?: readonly string[] | undefined;
}

/** Where a tool of this folder keeps its origin. Only this module can write it, so no other tool can claim one. */
export const SKILL_TOOL_ORIGIN = Symbol('sekisho skill tool origin');

/** A tool that was made from skills. */
export type SkillTool = PlaceholderTool & { readonly [SKILL_TOOL_ORIGIN]: SkillToolOrigin };

/** The origins of those tools in a list that were made from skills. */
export function skillToolOrigins(tools: readonly Tool[]): SkillToolOrigin[] {
  return tools.filter(isSkillTool).map((skillTool) => skillTool[SKILL_TOOL_ORIGIN]);
}

/** Whether a tool was made from skills. */
export function isSkillTool(candidate: Tool): candidate is SkillTool {
  return candidate.type === 'function' && Object.hasOwn(candidate, SKILL_TOOL_ORIGIN);
}
