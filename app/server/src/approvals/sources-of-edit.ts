import type { ApprovalEdit } from 'sekisho';

type Source = {
  readonly path: string;
  readonly value: string;
  readonly origin: string;
  readonly tool: string | null;
};

const MAX_VALUE_LENGTH = 80;

/**
 * Returns the origins of the values of an edited call. Changed values come from the person who edited them, even if
 * the text also occurs elsewhere; the others keep their origin.
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
  // The longest matching key is used, because a key can contain a dot.
  const [found] = Object.entries(value)
    .filter(([each]) => {
      const written = Array.isArray(value) ? `[${each}]` : each;
      return path.startsWith(written) && /^(?:$|[.[])/.test(path.slice(written.length));
    })
    .toSorted(([one], [other]) => other.length - one.length);
  if (found === undefined) return undefined;
  const [key, inner]: [string, unknown] = found;
  const rest = path.slice(Array.isArray(value) ? key.length + 2 : key.length);
  return valueAt(inner, rest.startsWith('.') ? rest.slice(1) : rest);
}

/** A removed value has no text. */
function textOf(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
}
