import { isObject, propertyOf } from '../wire/json-value.ts';
import type { ToolManifest } from '../wire/tool-manifest.ts';
import { didYouMean } from '../errors/did-you-mean.ts';

/**
 * Returns a message about an argument that the manifest names and the tool does not have, or undefined. A misspelled name
 * would leave the real argument without its role. Arguments below a schema without properties cannot be checked.
 */
export function unknownArgument(
  { arguments: roles, raises }: Pick<ToolManifest, 'arguments' | 'raises'>,
  parameters: unknown,
): string | undefined {
  for (const path of Object.keys({ ...roles, ...raises })) {
    const problem = problemOf(path, parameters);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOf(path: string, parameters: unknown): string | undefined {
  let schema = itemsOf(parameters);
  const parts = path.split('.');
  for (const [index, part] of parts.entries()) {
    const properties = closedProperties(schema);
    if (!properties) return undefined;
    // The name of an argument may itself contain a dot.
    const rest = parts.slice(index).join('.');
    if (Object.hasOwn(properties, rest)) return undefined;
    if (!Object.hasOwn(properties, part)) {
      const known = Object.keys(properties);
      const location = index === 0 ? '' : ` in "${parts.slice(0, index).join('.')}"`;
      const hint = didYouMean(part, known) || ` Its arguments are: ${known.toSorted().join(', ') || 'none'}.`;
      return `the tool has no argument "${part.slice(0, 100)}"${location}.${hint}`;
    }
    schema = itemsOf(Reflect.get(properties, part));
  }
  return undefined;
}

/** Returns the properties of a schema that names all of them, or undefined where others are possible. */
function closedProperties(schema: unknown): object | undefined {
  if (!isObject(schema)) return undefined;
  if (OPEN.some((key) => Object.hasOwn(schema, key))) return undefined;
  const more: unknown = Reflect.get(schema, 'additionalProperties');
  if (more !== undefined && more !== false) return undefined;
  const properties: unknown = Reflect.get(schema, 'properties');
  return isObject(properties) ? properties : undefined;
}

const OPEN = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas'] as const;

/** Returns the schema of the items of a list. Items are not part of the path of an argument. */
function itemsOf(schema: unknown): unknown {
  const items = propertyOf(schema, 'items');
  return items === undefined ? schema : itemsOf(items);
}
