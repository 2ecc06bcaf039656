import type { Schema } from '@cfworker/json-schema';
import { z } from 'zod';
import { boundedValidator, draftOf } from './bounded-validator.ts';
import { withBoundedPatterns } from './with-bounded-patterns.ts';

/** Returns what is wrong with a value, or undefined when it is valid. */
export type ValueCheck = (value: unknown) => string | undefined;

/**
 * Creates a check from an untrusted schema. Values that cannot be checked are invalid. With `fit`, texts that are too
 * long for a pattern are valid, because another component checks them afterwards.
 */
export function valueCheck(
  schema: Readonly<Record<string, unknown>>,
  longTexts: 'fit' | 'do not fit',
): ValueCheck {
  const own = ownSchema.parse(withBoundedPatterns(schema, longTexts));
  const validate = boundedValidator(own, draftOf(schema));
  return (value) => {
    const deepest = validate(value).at(-1);
    return deepest && `${deepest.instanceLocation}: ${deepest.error}`;
  };
}

const ownSchema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);
