import type { Schema } from '@cfworker/json-schema';
import { messageOf } from '../audit/describe-error.ts';
import { boundedValidator } from '../checks/value-check.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import { withBoundedPatterns } from '../checks/patterns.ts';

/** Arguments that can be judged, or the reason why they cannot. */
export type ParsedArguments =
  | { readonly ok: true; readonly args: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly why: string; readonly unreadable: boolean };

/**
 * Parses the arguments of a call. An empty text is an empty object. Arguments that are not a JSON object of limited size
 * and depth, or do not match the schema of the tool, never reach the gate.
 */
export function parseArguments(raw: string, tool: ToolDescription, maxBytes: number): ParsedArguments {
  if (raw.length > maxBytes || Buffer.byteLength(raw) > maxBytes) {
    return invalid(`The arguments are larger than ${maxBytes} bytes.`, true);
  }
  const value = parseJson(raw);
  if (value === undefined) return invalid('The arguments are not valid JSON.', true);
  if (typeof value !== 'object' || value === null)
    return invalid('The arguments are not a JSON object.', true);
  // A computer call contains a list of actions. In any other call, a list would be judged differently than it is executed.
  if (Array.isArray(value) && tool.kind !== 'computer')
    return invalid('The arguments are not a JSON object.', true);
  const args: Readonly<Record<string, unknown>> = Array.isArray(value) ? { actions: value } : { ...value };
  if (depthOf(args, 0) > MAX_DEPTH)
    return invalid(`The arguments are nested deeper than ${MAX_DEPTH} levels.`, true);
  const fault = schemaFault(args, tool);
  return fault === undefined ? { ok: true, args } : invalid(fault, false);
}

const MAX_DEPTH = 100;

function parseJson(raw: string): unknown {
  if (raw.trim() === '') return {};
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function depthOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth;
  let deepest = depth;
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOf(item, depth + 1));
  return deepest;
}

type Check = ReturnType<typeof boundedValidator>;

/** One validator for each schema object. The cache lives as long as the tools. */
const checks = new WeakMap<object, Check | { readonly problem: string }>();

function schemaFault(args: Readonly<Record<string, unknown>>, tool: ToolDescription): string | undefined {
  const { parameters } = tool;
  if (!needsValidation(parameters)) return undefined;
  let check = checks.get(parameters);
  if (check === undefined) {
    // Schemas of MCP servers are untrusted and run in our process; the servers check longer texts themselves.
    check = compile(tool.kind === 'mcp' ? withBoundedPatterns({ ...parameters }, 'fit') : parameters);
    checks.set(parameters, check);
  }
  if (typeof check === 'object')
    return `The schema of ${tool.name} cannot be used to check arguments: ${check.problem}`;
  const last = check(args).at(-1);
  return (
    last &&
    `The arguments do not fit the schema of ${tool.name}: ${last.error} (at ${last.instanceLocation}).`
  );
}

function compile(schema: Schema): Check | { readonly problem: string } {
  try {
    return boundedValidator(schema, '2020-12');
  } catch (cause) {
    return { problem: messageOf(cause) };
  }
}

/** Schemas of zod contain `$schema`; their tools validate the arguments themselves, more exactly than JSON Schema can. */
const needsValidation = (parameters: unknown): parameters is Schema & object =>
  typeof parameters === 'object' && parameters !== null && !Object.hasOwn(parameters, '$schema');

const invalid = (why: string, unreadable: boolean): ParsedArguments => ({ ok: false, why, unreadable });
