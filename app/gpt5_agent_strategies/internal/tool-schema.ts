import { isRecord, type JsonRecord } from './json-record.ts';
import type { ToolEntity, ToolParameter } from './tool-entity.ts';

const FILE_TYPES: ReadonlySet<string> = new Set(['file', 'files', 'system-files']);
const JSON_TYPES: ReadonlySet<string> = new Set(['number', 'boolean', 'object', 'array']);

/** Returns the parameters that a model sets. A person sets the others, and a model cannot write files. */
function offeredParameters(tool: ToolEntity): ToolParameter[] {
  return tool.parameters.filter(({ form, type }) => form === 'llm' && !FILE_TYPES.has(type));
}

/** Returns the schema for the prompt. */
export function toPromptSchema(tool: ToolEntity): JsonRecord {
  const parameters = offeredParameters(tool);
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, toProperty(parameter)])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/**
 * Returns the schema that checks arguments: the schema of the prompt without additional properties, so that a model cannot
 * set the parameters of a person. Models often write null for an omitted value; null counts as absent.
 */
export function toCheckSchema(tool: ToolEntity): JsonRecord {
  const shown = toPromptSchema(tool);
  const properties = offeredParameters(tool).map((parameter) => {
    const property = toCheckable(toProperty(parameter));
    return [parameter.name, parameter.required ? property : { anyOf: [{ type: 'null' }, property] }] as const;
  });
  return { ...shown, properties: Object.fromEntries(properties), additionalProperties: false };
}

function toProperty(parameter: ToolParameter): JsonRecord {
  const { type, options, input_schema: schema } = parameter;
  if (schema !== null && schema !== undefined) return schema;
  const description = parameter.llm_description || humanDescription(parameter);
  return {
    ...(type !== 'any' && { type: JSON_TYPES.has(type) ? type : 'string' }),
    ...(type === 'array' && { items: {} }),
    description,
    ...(options.length > 0 && { enum: options }),
  };
}

function humanDescription({ human_description: texts }: ToolParameter): string {
  const { en_US: text } = texts;
  return typeof text === 'string' ? text : '';
}

/**
 * Returns a schema that can be checked, or else only its type. Dify extracts a parameter's schema from its document, which
 * leaves dangling references, and a pattern of an untrusted server could block the plugin for hours.
 */
function toCheckable(schema: JsonRecord): JsonRecord {
  if (isCheckable(schema)) return schema;
  const { type } = schema;
  return typeof type === 'string' ? { type } : {};
}

function isCheckable(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isCheckable);
  if (!isRecord(value)) return true;
  if (typeof value['$ref'] === 'string' || typeof value['pattern'] === 'string') return false;
  return !isRecord(value['patternProperties']) && Object.values(value).every(isCheckable);
}
