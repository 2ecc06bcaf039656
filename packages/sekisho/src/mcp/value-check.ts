import { Validator, type Schema } from '@cfworker/json-schema';
import { z } from 'zod';

/** Says what is wrong with a value, or nothing when it fits. */
export type ValueCheck = (value: unknown) => string | undefined;

/** Turns the schema of a server into a check; whatever cannot be judged does not fit. */
export function valueCheck(schema: Readonly<Record<string, unknown>>): ValueCheck {
  // The library writes marks into the schema it is given, and this one is shown to others.
  const validator = new Validator(ownSchema.parse(structuredClone(schema)), draftOf(schema['$schema']));
  return (value) => {
    try {
      const { valid, errors } = validator.validate(value);
      const deepest = errors.at(-1);
      return valid ? undefined : `${deepest?.instanceLocation ?? '#'}: ${deepest?.error ?? 'does not fit.'}`;
    } catch (error) {
      return `The value could not be checked: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
}

const ownSchema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);

function draftOf(named: unknown): '4' | '7' | '2019-09' | '2020-12' {
  const dialect = typeof named === 'string' ? named : '';
  if (dialect.includes('draft-04')) return '4';
  if (dialect.includes('draft-06') || dialect.includes('draft-07')) return '7';
  return dialect.includes('2019-09') ? '2019-09' : '2020-12';
}
