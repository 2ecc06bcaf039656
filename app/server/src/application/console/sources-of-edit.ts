import type { ApprovalEdit } from 'sekisho';

/** A value with the place it came from. */
type Source = {
  readonly path: string;
  readonly value: string;
  readonly origin: string;
  readonly tool: string | null;
};

const MAX_VALUE_LENGTH = 80;

/**
 * Where the values of an edited call came from: the changed ones from the person who edited them, whatever text they also
 * occur in, and the others from where they came before.
 */
export function sourcesOfEdit(judged: readonly Source[], edit: ApprovalEdit): Source[] {
  const args: unknown = JSON.parse(edit.args_masked);
  const isChanged = (path: string) =>
    edit.changed_paths.some(
      (changed) => path === changed || (/^[.[]/.test(path.slice(changed.length)) && path.startsWith(changed)),
    );
  const kept = judged.filter(({ path }) => !isChanged(path));
  const changed = edit.changed_paths.map((path) => ({
    path,
    value: textOf(valueAt(args, path)),
    origin: 'person',
    tool: null,
  }));
  return [...kept, ...changed];
}

function valueAt(value: unknown, path: string): unknown {
  if (path === '' || typeof value !== 'object' || value === null) return path === '' ? value : undefined;
  // The longest key that fits: a key may contain a dot.
  const [key] = Object.keys(value)
    .filter((each) => {
      const written = Array.isArray(value) ? `[${each}]` : each;
      return path.startsWith(written) && /^(?:$|[.[])/.test(path.slice(written.length));
    })
    .toSorted((one, other) => other.length - one.length);
  if (key === undefined) return undefined;
  const rest = path.slice(Array.isArray(value) ? key.length + 2 : key.length);
  return valueAt(Reflect.get(value, key), rest.startsWith('.') ? rest.slice(1) : rest);
}

/** A removed value has no text. */
function textOf(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
}
