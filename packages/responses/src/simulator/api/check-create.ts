import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { readRecord, readString } from '../../json/read-field.ts';
import { isShutDown } from '../../models/is-shut-down.ts';
import type { ModelRegistry } from '../../models/model-registry.ts';
import { createParamsSchema, type CreateParams } from './create-params.ts';
import { refusals } from './refusals.ts';
import type { Reply } from './reply.ts';

/** A valid request, or the rejection that OpenAI would return. */
export type CheckedCreate = { params: CreateParams } | { refusal: Reply };

/** Validates a create request like the API, before anything is generated. */
export function checkCreate(body: JsonRecord, registry: ModelRegistry, now: number): CheckedCreate {
  if (body['model'] === undefined) return { refusal: refusals.missingParameter('model') };
  const parsed = createParamsSchema.safeParse(body);
  if (!parsed.success) return { refusal: explainIssue(parsed.error.issues[0]) };
  const params = parsed.data;
  const refusal =
    checkModel(params, registry, now) ?? checkIds(params) ?? checkTools(params) ?? checkFormat(params);
  return refusal ? { refusal } : { params };
}

type Issue = { code?: string | undefined; path: PropertyKey[]; keys?: string[]; values?: unknown[] };

function explainIssue(issue: Issue | undefined): Reply {
  const path = (issue?.path ?? []).map(String).join('.');
  if (issue?.code === 'unrecognized_keys') return refusals.unknownParameter(issue.keys?.[0] ?? path);
  if (issue?.code === 'invalid_value') {
    return refusals.invalidValue(path, (issue.values ?? []).map((value) => `'${String(value)}'`).join(', '));
  }
  if (issue?.code === 'too_small' || issue?.code === 'too_big')
    return refusals.invalidValue(path, 'a value in range');
  return refusals.invalidType(path);
}

function checkModel(params: CreateParams, registry: ModelRegistry, now: number): Reply | undefined {
  const entry = registry.find(params.model);
  if (!entry || isShutDown(entry, now)) return refusals.modelNotFound(params.model);
  const effort = params.reasoning?.effort;
  if (effort && entry.efforts.length === 0) return refusals.unsupportedParameter('reasoning.effort');
  if (effort && !entry.efforts.includes(effort)) {
    return refusals.unsupportedEffort(effort, params.model, entry.efforts);
  }
  const searches = (params.tools ?? []).some((tool) => tool.type.startsWith('web_search'));
  return effort === 'minimal' && searches ? refusals.searchWithMinimalEffort() : undefined;
}

function checkIds(params: CreateParams): Reply | undefined {
  const id = params.previous_response_id;
  if (id && params.conversation) return refusals.exclusiveParameters();
  if (!id) return undefined;
  if (!id.startsWith('resp')) return refusals.previousWrongPrefix(id);
  return /^[A-Za-z0-9_-]+$/.test(id) ? undefined : refusals.previousBadCharacters(id);
}

function checkTools(params: CreateParams): Reply | undefined {
  const names = new Set<string>();
  for (const [index, tool] of (params.tools ?? []).entries()) {
    if (tool.type !== 'function') continue;
    if (typeof tool.name !== 'string' || tool.name === '')
      return refusals.missingParameter(`tools[${index}].name`);
    names.add(tool.name);
    const problem = tool.strict === true ? findSchemaProblem(tool.parameters) : undefined;
    if (problem !== undefined) {
      return refusals.invalidSchema(`tools[${index}].parameters`, 'invalid_function_parameters', problem);
    }
  }
  const choice = params.tool_choice;
  if (!isRecord(choice) || readString(choice, 'type') !== 'function') return undefined;
  return names.has(readString(choice, 'name') ?? '') ? undefined : refusals.toolChoiceNotFound();
}

function checkFormat(params: CreateParams): Reply | undefined {
  const format = isRecord(params.text) ? readRecord(params.text, 'format') : undefined;
  if (!format || readString(format, 'type') !== 'json_schema') return undefined;
  if (readString(format, 'name') === undefined) return refusals.missingParameter('text.format.name');
  const schema = readRecord(format, 'schema');
  if (!schema) return refusals.missingParameter('text.format.schema');
  const problem = format['strict'] === true ? findSchemaProblem(schema) : undefined;
  return problem === undefined
    ? undefined
    : refusals.invalidSchema('text.format.schema', 'invalid_json_schema', problem);
}

const DEEPEST = 10;

/** Returns why a schema is rejected in strict mode, or undefined when it is accepted. */
function findSchemaProblem(schema: unknown, path = 'root', depth = 0): string | undefined {
  if (!isRecord(schema)) return `${path} is not an object.`;
  if (depth > DEEPEST) return `${path} is nested too deeply.`;
  if (depth === 0 && readString(schema, 'type') !== 'object') return "schema must have type 'object'.";
  return findObjectProblem(schema, path, depth) ?? findItemProblem(schema, path, depth);
}

function findObjectProblem(schema: JsonRecord, path: string, depth: number): string | undefined {
  const properties = readRecord(schema, 'properties');
  if (readString(schema, 'type') !== 'object' && !properties) return undefined;
  if (schema['additionalProperties'] !== false) {
    return `In context=(${path}), 'additionalProperties' is required to be supplied and to be false.`;
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const [name, property] of Object.entries(properties ?? {})) {
    if (!required.includes(name)) {
      return `In context=(${path}), 'required' is required to include every key in properties. Missing '${name}'.`;
    }
    const problem = findSchemaProblem(property, `${path}.${name}`, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findItemProblem(schema: JsonRecord, path: string, depth: number): string | undefined {
  const items = readRecord(schema, 'items');
  return items ? findSchemaProblem(items, `${path}.items`, depth + 1) : undefined;
}
