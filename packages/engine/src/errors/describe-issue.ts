import type { z } from 'zod';
import { didYouMean } from './did-you-mean.ts';

interface InvalidValue {
  readonly error: z.ZodError;
  readonly value: unknown;
  /** The fields of the object, to suggest a similar name for an unknown one. */
  readonly fields: readonly string[];
}

/** Returns one sentence about the first problem of a value, with a suggestion if there is a similar name. */
export function describeIssue({ error, value, fields }: InvalidValue): string {
  const [issue] = error.issues;
  if (!issue) return 'It is not valid.';
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys;
    const known = path === '' ? fields : [];
    return `${path === '' ? 'It' : `"${path}"`} has no field "${unknown.slice(0, 100)}".${didYouMean(unknown, known) || listOf(known)}`;
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const given = valueAt(value, issue.path);
    const shown = typeof given === 'string' ? `is "${given.slice(0, 100)}"` : `is ${typeof given}`;
    const hint = typeof given === 'string' ? didYouMean(given, allowed) : '';
    return `"${path}" ${shown}, but must be one of: ${allowed.join(', ')}.${hint}`;
  }
  return path === '' ? `${issue.message}.` : `"${path}": ${issue.message}.`;
}

const listOf = (known: readonly string[]) =>
  known.length === 0 ? '' : ` Its fields are: ${known.toSorted().join(', ')}.`;

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}
