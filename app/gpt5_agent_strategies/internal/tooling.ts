import { digestOf, parseArguments } from 'sekisho/tool-call-checks';
import type { JsonRecord } from './json-record.ts';
import type { RequestedCall } from './tool-call-collector.ts';
import type { OfferedTool, ToolRegistry } from './tool-registry.ts';

const MAX_ARGUMENT_BYTES = 256 * 1024;
/** Limits for the arguments of a tool that has no schema. */
const SCHEMALESS = { arguments: 32, nameLength: 64, valueLength: 8192 };

/** A call that may run, or the error message for the model. */
export type CheckedCall =
  | { readonly ok: true; readonly tool: OfferedTool; readonly args: JsonRecord; readonly signature: string }
  | { readonly ok: false; readonly message: string; readonly signature: string };

/**
 * Parses and checks the arguments of a call with the check of the engine. An empty text is an empty object; everything but a
 * JSON object that matches the tool's parameters and their options is rejected.
 */
export function parseToolArguments(
  raw: unknown,
  tool: OfferedTool,
): { readonly ok: true; readonly args: JsonRecord } | { readonly ok: false; readonly message: string } {
  if (typeof raw !== 'string')
    return refuse('tool arguments parse error: the arguments are not a JSON text.');
  const description = {
    id: tool.name,
    name: tool.name,
    kind: 'function',
    parameters: tool.checkSchema,
    definition_digest: tool.digest,
  } as const;
  const parsed = parseArguments(raw, description, MAX_ARGUMENT_BYTES);
  if (!parsed.ok) {
    const kind = parsed.unreadable ? 'tool arguments parse error' : 'tool parameter validation error';
    return refuse(`${kind}: ${parsed.why}`);
  }
  const given = Object.entries(parsed.args).filter(([, value]) => value !== null);
  const problem = tool.isSchemaless ? findSchemalessProblem(given, tool) : undefined;
  if (problem !== undefined) return refuse(`tool parameter validation error: ${problem}`);
  return { ok: true, args: Object.fromEntries(given) };
}

/** Without a schema it is unknown which arguments the model may set, so those of a person are protected by name. */
function findSchemalessProblem(given: readonly [string, unknown][], tool: OfferedTool): string | undefined {
  if (given.length > SCHEMALESS.arguments) {
    return `a tool without a schema accepts at most ${SCHEMALESS.arguments} arguments.`;
  }
  for (const [name, value] of given) {
    if (name.length > SCHEMALESS.nameLength) {
      return `the name of an argument is longer than ${SCHEMALESS.nameLength} characters.`;
    }
    if (Object.hasOwn(tool.entity.runtime_parameters, name)) return `"${name}" is set by a person.`;
    if (JSON.stringify(value).length > SCHEMALESS.valueLength) {
      return `"${name}" is longer than ${SCHEMALESS.valueLength} characters.`;
    }
  }
  return undefined;
}

/** Finds the tool of a call and checks its arguments. It runs nothing. */
export function checkCall(call: RequestedCall, registry: ToolRegistry): CheckedCall {
  const tool = registry.find(call.name);
  const rawSignature = signatureOf(call.name, typeof call.arguments === 'string' ? call.arguments : null);
  if (tool === undefined) {
    const names = registry.names.join(', ') || 'none';
    const message = `there is not a tool named ${call.name.slice(0, 200)}. Available tools: ${names}.`;
    return { ok: false, message, signature: rawSignature };
  }
  const parsed = parseToolArguments(call.arguments, tool);
  if (!parsed.ok) return { ...parsed, signature: rawSignature };
  return { ok: true, tool, args: parsed.args, signature: signatureOf(tool.name, parsed.args) };
}

/** Returns the parameters of a tool call. The check allows only the model's own parameters, so those of a person remain. */
export function mergeParameters(tool: OfferedTool, args: JsonRecord): JsonRecord {
  return { ...tool.entity.runtime_parameters, ...args };
}

/** Returns equal signatures for calls of one tool with equal arguments, independent of their order. */
function signatureOf(name: string, args: unknown): string {
  return digestOf([name, args]);
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
