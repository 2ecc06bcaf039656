import type { z } from 'zod';
import { didYouMean } from './did-you-mean.ts';

/** What is needed to describe why a value does not fit its schema. */
interface Unfit {
  readonly error: z.ZodError;
  readonly value: unknown;
  /** The fields that the object has, for a suggestion about an unknown one. */
  readonly fields: readonly string[];
}

/** One sentence about the first thing that is wrong with a value, with a suggestion where one is likely. */
export function describeIssue({ error, value, fields }: Unfit): string {
  const [issue] = error.issues;
  if (!issue) return 'It is not valid.';
  const place = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys;
    const known = place === '' ? fields : [];
    return `${place === '' ? 'It' : `"${place}"`} has no field "${unknown.slice(0, 100)}".${didYouMean(unknown, known) || listOf(known)}`;
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const given = valueAt(value, issue.path);
    const shown = typeof given === 'string' ? `is "${given.slice(0, 100)}"` : `is ${typeof given}`;
    const hint = typeof given === 'string' ? didYouMean(given, allowed) : '';
    return `"${place}" ${shown}, but must be one of: ${allowed.join(', ')}.${hint}`;
  }
  return place === '' ? `${issue.message}.` : `"${place}": ${issue.message}.`;
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
