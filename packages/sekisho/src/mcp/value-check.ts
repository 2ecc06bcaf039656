import type { Schema } from '@cfworker/json-schema';
import { z } from 'zod';
import { boundedValidator, draftOf } from '../contracts/bounded-validator.ts';
import { withBoundedPatterns } from '../contracts/with-bounded-patterns.ts';

/** Says what is wrong with a value, or nothing when it fits. */
export type ValueCheck = (value: unknown) => string | undefined;

/** Turns the schema of a server into a check; whatever cannot be judged does not fit. */
export function valueCheck(schema: Readonly<Record<string, unknown>>): ValueCheck {
  // A server checks what it is given itself, so a text that is too long to be checked here is left to it.
  const own = ownSchema.parse(withBoundedPatterns(schema, 'fit'));
  const validate = boundedValidator(own, draftOf(schema));
  return (value) => {
    const deepest = validate(value).at(-1);
    return deepest && `${deepest.instanceLocation}: ${deepest.error}`;
  };
}

const ownSchema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);
