import type { ResponseFormatTextJSONSchemaConfig } from 'openai/resources/responses/responses';
import { ResponsesError } from '../errors/responses-error.ts';
import { isRecord, type JsonRecord } from '../json/is-record.ts';
import { readString } from '../json/read-field.ts';
import { parseBooleanLike } from './parse-boolean-like.ts';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const SCHEMA_KEYWORDS = ['type', 'properties', '$ref', 'anyOf', 'allOf', 'oneOf', '$defs'];

/** Whether a schema without the enclosing `{ "schema": … }` is accepted. */
export type TextFormatOptions = { bareSchema?: 'refuse' | 'accept' };

/** Converts `json_schema` (an object or its JSON text) to `text.format`. */
export function parseTextFormat(
  source: unknown,
  options: TextFormatOptions = {},
): ResponseFormatTextJSONSchemaConfig {
  const definition = readDefinition(source);
  const schema = readSchema(definition, options);
  const isBare = schema === definition;
  const name = (isBare ? undefined : readString(definition, 'name')) ?? 'response';
  if (!NAME.test(name))
    throw refuse('"json_schema.name" must consist of 1 to 64 letters, digits, "_" and "-".');
  const description = isBare ? undefined : readString(definition, 'description');
  const strict = isBare ? undefined : definition['strict'];
  return {
    type: 'json_schema',
    name,
    schema: { ...schema },
    ...(description === undefined ? {} : { description }),
    ...(strict === undefined || strict === null
      ? {}
      : { strict: parseBooleanLike(strict, 'json_schema.strict') }),
  };
}

function readDefinition(source: unknown): JsonRecord {
  if (source === undefined || source === null || source === '') {
    throw refuse('"json_schema" is required when "response_format" is "json_schema".');
  }
  const definition = typeof source === 'string' ? parseJson(source) : source;
  if (!isRecord(definition)) throw refuse('"json_schema" must be a JSON object.');
  return definition;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refuse('"json_schema" is not valid JSON.', cause);
  }
}

function readSchema(definition: JsonRecord, { bareSchema = 'refuse' }: TextFormatOptions): JsonRecord {
  if (isRecord(definition['schema'])) return definition['schema'];
  const looksBare = SCHEMA_KEYWORDS.some((keyword) => Object.hasOwn(definition, keyword));
  if (bareSchema === 'accept' && looksBare && !Object.hasOwn(definition, 'schema')) return definition;
  throw refuse('"json_schema" must have a field "schema" that contains the JSON Schema.');
}

function refuse(message: string, cause?: unknown): ResponsesError {
  return new ResponsesError('invalid_argument', message, { upstream: { param: 'json_schema' }, cause });
}
