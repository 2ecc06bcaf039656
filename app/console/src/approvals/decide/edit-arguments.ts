import { fieldKind, parseFieldText, toFieldText, type FieldKind } from './argument-field.ts';

/** One argument that is being edited. */
export interface EditedArgument {
  readonly name: string;
  readonly kind: FieldKind;
  readonly was: unknown;
  readonly text: string;
}

/** Creates the editable fields of a call's arguments. */
export function startEditing(
  values: Readonly<Record<string, unknown>>,
  parameters: unknown,
): readonly EditedArgument[] {
  const schemas = propertiesOf(parameters);
  return Object.entries(values).map(([name, was]) => {
    const kind = fieldKind(Object.hasOwn(schemas, name) ? schemas[name] : undefined, was);
    // A masked secret is text, independent of the schema of the secret.
    const shown: FieldKind = was === MASK && kind.kind !== 'text' ? { kind: 'json' } : kind;
    return { name, kind: shown, was, text: toFieldText(shown, was) };
  });
}

/** The problem of one edited argument. */
type EditProblem = 'number' | 'integer' | 'json' | 'choice' | 'masked';

/** The result of an edit: the arguments with their types, the changed ones, and the problems. */
interface EditResult {
  readonly values: Readonly<Record<string, unknown>>;
  readonly changed: readonly string[];
  readonly problems: ReadonlyMap<string, EditProblem>;
}

/** Parses the edited arguments. A masked secret cannot be sent, because the page does not have its value. */
export function finishEditing(fields: readonly EditedArgument[]): EditResult {
  const values: [string, unknown][] = [];
  const problems = new Map<string, EditProblem>();
  const changed: string[] = [];
  for (const field of fields) {
    const read = parseFieldText(field.kind, field.text);
    if (!read.ok) problems.set(field.name, read.problem);
    else if (JSON.stringify(read.value).includes(MASK)) problems.set(field.name, 'masked');
    else values.push([field.name, read.value]);
    if (field.text !== toFieldText(field.kind, field.was)) changed.push(field.name);
  }
  // `Object.fromEntries` also creates an argument named "__proto__", which an assignment would not.
  return { values: Object.fromEntries(values), changed, problems };
}

function propertiesOf(parameters: unknown): Readonly<Record<string, unknown>> {
  if (typeof parameters !== 'object' || parameters === null || !('properties' in parameters)) return {};
  const { properties } = parameters;
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
}

const MASK = '[masked]';
