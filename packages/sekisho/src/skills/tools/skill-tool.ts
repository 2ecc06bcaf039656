import { z } from 'zod';
import type { JsonSchema } from '../../contracts/skill-json-schema.ts';
import type { ArgumentRole } from '../../contracts/tool-manifest.ts';
import type { ValueCheck } from '../../contracts/value-check.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { registerTool } from '../../sdk/tool-registry.ts';
import { tool } from '../../sdk/upstream.ts';
import type { FunctionTool, Tool } from '../../sdk/upstream.ts';
import { isStrictSchema } from '../schema/is-strict-schema.ts';

/** What a tool of this folder is made of. */
export interface SkillToolDefinition {
  readonly origin: SkillToolOrigin;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly check: ValueCheck;
  readonly needsApproval?: boolean;
  readonly execute: (args: Record<string, unknown>, signal: AbortSignal | undefined) => Promise<string>;
}

/** The arguments of a call. */
export const argumentsSchema = z.record(z.string(), z.unknown());

/** Makes a tool whose body is reached only by arguments that fit; upstream does not check plain JSON Schemas. */
export function createSkillTool(definition: SkillToolDefinition): SkillTool {
  const { origin } = definition;
  const made: PlaceholderTool = tool({
    name: origin.tool_name,
    description: definition.description,
    parameters: PLACEHOLDER_PARAMETERS,
    strict: true,
    needsApproval: definition.needsApproval ?? false,
    errorFunction: (_context, error) => describeFailure(error),
    execute: (args, _context, details) =>
      definition.execute(requireFit(args, definition.check, origin.tool_name), details?.signal),
  });
  return markSkillTool(made, definition.parameters, origin);
}

/** The arguments of a call if they fit the schema of the tool; otherwise an error that says where they do not. */
export function requireFit(args: unknown, check: ValueCheck, toolName: string): Record<string, unknown> {
  const problem = check(args);
  const parsed = argumentsSchema.safeParse(args);
  if (problem === undefined && parsed.success) return parsed.data;
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    `The arguments of ${toolName} do not fit its schema. ${problem ?? 'They are not an object.'}`,
  );
}

// Messages of this package are made for readers; those of others may hold paths or secrets.
function describeFailure(error: unknown): string {
  if (error instanceof SekishoError) return `${error.code}: ${error.message}`;
  return 'The skill tool failed. Check the arguments and try again.';
}

/** What the gate needs to know of a tool that comes from skills. */
export interface SkillToolOrigin {
  /** The name that a model sees. */
  readonly tool_name: string;
  /** `skill:<id>`, or a dotted name such as `skill.list`, `skill.activate`, `skill.run`; policies are keyed on it. */
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
const SKILL_TOOL_ORIGIN = Symbol('sekisho skill tool origin');

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

/** Gives a tool its schema, its origin and the manifest by which the gate knows it under its canonical id. */
export function markSkillTool(made: PlaceholderTool, schema: JsonSchema, origin: SkillToolOrigin): SkillTool {
  setParameters(made, schema, isStrictSchema(schema));
  registerTool(made.invoke, {
    id: origin.canonical_id,
    kind: origin.kind,
    manifest: {
      effect: origin.effect,
      arguments: { ...origin.argument_roles },
      trusted_source: origin.trusted,
      sensitive: false,
      idempotent: origin.effect === 'read',
      // What the tool does is fixed by this package; the words of the skill's author have no say in it.
      origin: 'declared',
      confirmed: true,
    },
  });
  return Object.assign(made, { [SKILL_TOOL_ORIGIN]: origin });
}

/** A schema that upstream takes in strict mode and through which every argument passes unchanged. */
export const PLACEHOLDER_PARAMETERS = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
} satisfies FunctionTool['parameters'];

/** A tool made with the placeholder. */
export type PlaceholderTool = FunctionTool<unknown, typeof PLACEHOLDER_PARAMETERS>;

const parametersSchema = z.custom<FunctionTool['parameters']>(
  (value) => typeof value === 'object' && value !== null && 'type' in value && value.type === 'object',
);

/**
 * Gives a finished tool the schema that models see. Set afterwards, because upstream rewrites a schema on the way in
 * (optional properties become nullable) and refuses some; here the sent schema and the checked one are the same.
 */
function setParameters(made: PlaceholderTool, schema: JsonSchema, strict: boolean): void {
  made.parameters = parametersSchema.parse({ ...schema, properties: schema['properties'] ?? {} });
  made.strict = strict;
}
