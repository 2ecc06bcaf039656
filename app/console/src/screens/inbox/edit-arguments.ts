import { fieldKind, parseFieldText, toFieldText, type FieldKind } from './argument-field.ts';

/** One argument while it is edited. */
export interface EditedArgument {
  readonly name: string;
  readonly kind: FieldKind;
  readonly was: unknown;
  readonly text: string;
}

/** Begins to edit the arguments of a call. */
export function startEditing(
  values: Readonly<Record<string, unknown>>,
  parameters: unknown,
): readonly EditedArgument[] {
  const schemas = propertiesOf(parameters);
  return Object.entries(values).map(([name, was]) => {
    const kind = fieldKind(Object.hasOwn(schemas, name) ? schemas[name] : undefined, was);
    // A masked secret is a text, whatever the schema says of the secret itself.
    const shown: FieldKind = was === MASK && kind.kind !== 'text' ? { kind: 'json' } : kind;
    return { name, kind: shown, was, text: toFieldText(shown, was) };
  });
}

/** What is wrong with one edited argument. */
type EditProblem = 'number' | 'integer' | 'json' | 'choice' | 'masked';

/** What editing has come to: the arguments with their types, which ones changed, and what is wrong. */
interface EditResult {
  readonly values: Readonly<Record<string, unknown>>;
  readonly changed: readonly string[];
  readonly problems: ReadonlyMap<string, EditProblem>;
}

/** Reads the edited arguments back. A masked secret cannot be sent: nobody knows it here. */
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
  // Not by assignment: an argument named "__proto__" must stay an argument.
  return { values: Object.fromEntries(values), changed, problems };
}

function propertiesOf(parameters: unknown): Readonly<Record<string, unknown>> {
  if (typeof parameters !== 'object' || parameters === null || !('properties' in parameters)) return {};
  const { properties } = parameters;
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
}

const MASK = '[masked]';
