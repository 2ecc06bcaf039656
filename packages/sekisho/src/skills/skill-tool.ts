import { z } from 'zod';
import type { JsonSchema } from '../contracts/skill-json-schema.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { tool } from '../sdk/upstream.ts';
import { markSkillTool } from './mark-skill-tool.ts';
import type { ValueCheck } from '../contracts/value-check.ts';
import { PLACEHOLDER_PARAMETERS } from './set-parameters.ts';
import type { PlaceholderTool } from './set-parameters.ts';
import type { SkillTool, SkillToolOrigin } from './skill-tool-origin.ts';

/** What a tool of this folder is made of. */
export interface SkillToolDefinition {
  readonly origin: SkillToolOrigin;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly check: ValueCheck;
  readonly needsApproval?: boolean;
  readonly execute: (args: Record<string, unknown>, signal: AbortSignal | undefined) => Promise<string>;
}

const argumentsSchema = z.record(z.string(), z.unknown());

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
