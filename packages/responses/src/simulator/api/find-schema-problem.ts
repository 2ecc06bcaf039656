import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { readRecord, readString } from '../../json/read-field.ts';

const DEEPEST = 10;

/** Returns why a schema is rejected in strict mode, or undefined when it is accepted. */
export function findSchemaProblem(schema: unknown, path = 'root', depth = 0): string | undefined {
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
