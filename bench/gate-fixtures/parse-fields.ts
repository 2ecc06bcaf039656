/** The JSON Schema of a tool and the role of each argument by dotted path. */
export interface ParsedFields {
  readonly schema: object;
  readonly roles: Record<string, string>;
}

/**
 * Parses the short notation of arguments: `to: recipient[]; amount: amount#; scope?: private|public; event: { title:
 * content }`. A type is a role (text), `role#` (number), `flag` (boolean), choices, or nested fields; `[]` makes a list.
 * A text in quotes after the type is the description.
 */
export function parseFields(text: string): ParsedFields {
  const roles: Record<string, string> = {};
  return { schema: objectSchema(text, '', roles), roles };
}

function objectSchema(text: string, prefix: string, roles: Record<string, string>): object {
  const properties: Record<string, object> = {};
  const required: string[] = [];
  for (const field of splitFields(text)) {
    const [, name, optional, type = ''] = /^(\w+)(\?)?:\s*([\s\S]+)$/.exec(field) ?? [];
    if (name === undefined) throw new SyntaxError(`"${field}" is not a field.`);
    if (optional === undefined) required.push(name);
    properties[name] = typeSchema(type.trim(), prefix === '' ? name : `${prefix}.${name}`, roles);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

function typeSchema(text: string, path: string, roles: Record<string, string>): object {
  const [, type = '', list, description] = /^([\s\S]*?)(\[\])?(?:\s*"([^"]*)")?$/.exec(text) ?? [];
  const item = itemSchema(type.trim(), path, roles);
  const schema = list === undefined ? item : { type: 'array', items: item };
  return description === undefined ? schema : { ...schema, description };
}

function itemSchema(type: string, path: string, roles: Record<string, string>): object {
  if (type.startsWith('{')) return objectSchema(type.slice(1, -1), path, roles);
  if (type === 'flag') {
    roles[path] = 'option';
    return { type: 'boolean' };
  }
  if (type.includes('|')) {
    roles[path] = 'option';
    return { type: 'string', enum: type.split('|') };
  }
  const isNumber = type.endsWith('#');
  roles[path] = isNumber ? type.slice(0, -1) : type;
  return { type: isNumber ? 'number' : 'string' };
}

function splitFields(text: string): string[] {
  const fields: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at] ?? ';';
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === ';' && depth === 0) {
      const field = text.slice(start, at).trim();
      if (field !== '') fields.push(field);
      start = at + 1;
    }
  }
  return fields;
}
