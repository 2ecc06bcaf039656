import { z } from 'zod';
import {
  type ArgumentRole,
  declareManifest,
  describeIssue,
  requireValidArguments,
  type ValueCheck,
} from '@sekisho/engine/integration';
import {
  describeToolFailure,
  finishTool,
  PLACEHOLDER_PARAMETERS,
  type PlaceholderTool,
} from '../../openai-agents/plain-schema-tool.ts';
import { type Tool, tool } from '../../openai-agents/upstream.ts';
import { isStrictSchema } from '../load/json-schema.ts';
import type { JsonSchema } from '../skill-types.ts';
import { SKILL_TOOL_NAMES } from './tool-names.ts';

/** The definition of a skill tool. */
export interface SkillToolDefinition {
  readonly origin: SkillToolOrigin;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly check: ValueCheck;
  readonly needsApproval?: boolean;
  readonly execute: (args: Record<string, unknown>, signal: AbortSignal | undefined) => Promise<string>;
}

/**
 * Creates a tool whose body is executed only with valid arguments. The Agents SDK does not validate plain JSON
 * Schemas.
 */
export function createSkillTool(definition: SkillToolDefinition): SkillTool {
  const { origin } = definition;
  const made: PlaceholderTool = tool({
    name: origin.tool_name,
    description: definition.description,
    parameters: PLACEHOLDER_PARAMETERS,
    strict: true,
    needsApproval: definition.needsApproval ?? false,
    errorFunction: (_context, error) => describeToolFailure(error, FAILED),
    execute: (args, _context, details) =>
      definition.execute(requireValidArguments(args, definition.check, origin.tool_name), details?.signal),
  });
  return markSkillTool(made, definition.parameters, origin);
}

const FAILED = 'The skill tool failed. Check the arguments and try again.';

/** The definition of a tool that does not belong to one skill. */
export interface FixedToolDefinition<Parameters extends z.ZodObject> {
  readonly id: keyof typeof SKILL_TOOL_NAMES;
  readonly description: string;
  readonly parameters: Parameters;
  readonly roles: { readonly [Name in keyof z.infer<Parameters>]-?: ArgumentRole };
  /** `execute`: the tool runs scripts, so every call needs an approval. */
  readonly effect?: 'execute';
  readonly execute: (args: z.infer<Parameters>, signal: AbortSignal | undefined) => Promise<string>;
}

/** Creates a tool that does not belong to one skill. */
export function createFixedTool<Parameters extends z.ZodObject>(
  definition: FixedToolDefinition<Parameters>,
): SkillTool {
  const { id, description, parameters, roles, effect = 'read', execute } = definition;
  const { $schema: _dialect, ...schema } = z.toJSONSchema(parameters, { io: 'input' });
  return createSkillTool({
    origin: {
      tool_name: SKILL_TOOL_NAMES[id],
      canonical_id: `skill.${id}`,
      kind: 'skill',
      effect,
      trusted: false,
      argument_roles: roles,
      ...(effect === 'execute' ? { has_scripts: true } : {}),
    },
    description,
    parameters: schema,
    check: (value) => {
      const { error } = parameters.safeParse(value);
      return error && describeIssue({ error, value, fields: Object.keys(parameters.shape) });
    },
    needsApproval: effect === 'execute',
    execute: (args, signal) => execute(parameters.parse(args), signal),
  });
}

/** The facts about a skill tool that the gate requires. */
export interface SkillToolOrigin {
  /** The name that a model sees. */
  readonly tool_name: string;
  /** `skill:<id>`, or a dotted name such as `skill.list`, `skill.activate`, `skill.run`. Policies refer to it. */
  readonly canonical_id: string;
  readonly kind: 'skill';
  /** `execute`: it runs a script, or starts an agent that has tools of the host. */
  readonly effect: 'read' | 'execute';
  /** The role of each argument. */
  readonly argument_roles: Readonly<Record<string, ArgumentRole>>;
  /** The text of skills and the output of child agents are untrusted. */
  readonly trusted: false;
  readonly skill_id?: string;
  readonly source_path?: string;
  readonly sha256?: string;
  readonly has_scripts?: boolean;
  readonly allowed_tools?: readonly string[] | undefined;
}

/** The key of a tool's origin. Only this module can write it, so that no other tool can claim one. */
const SKILL_TOOL_ORIGIN = Symbol('sekisho skill tool origin');

/** A tool that was created from skills. */
export type SkillTool = PlaceholderTool & { readonly [SKILL_TOOL_ORIGIN]: SkillToolOrigin };

/** Returns the origins of the tools in a list that were created from skills. */
export function skillToolOrigins(tools: readonly Tool[]): SkillToolOrigin[] {
  return tools.filter(isSkillTool).map((skillTool) => skillTool[SKILL_TOOL_ORIGIN]);
}

/** Returns whether a tool was created from skills. */
export function isSkillTool(candidate: Tool): candidate is SkillTool {
  return candidate.type === 'function' && Object.hasOwn(candidate, SKILL_TOOL_ORIGIN);
}

/** Sets the schema of a tool, its origin, and the manifest for the gate under its canonical id. */
export function markSkillTool(made: PlaceholderTool, schema: JsonSchema, origin: SkillToolOrigin): SkillTool {
  const { canonical_id: id, kind, effect, argument_roles, trusted } = origin;
  // This package defines what the tool does. The text of the skill's author has no influence on it.
  const manifest = declareManifest({
    effect,
    arguments: { ...argument_roles },
    trusted_source: trusted,
    idempotent: effect === 'read',
  });
  finishTool(made, { schema, strict: isStrictSchema(schema) }, { id, kind, manifest });
  return Object.assign(made, { [SKILL_TOOL_ORIGIN]: origin });
}
