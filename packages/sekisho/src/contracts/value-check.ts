import type { Schema } from '@cfworker/json-schema';
import { z } from 'zod';
import { boundedValidator, draftOf } from './bounded-validator.ts';
import { withBoundedPatterns } from './with-bounded-patterns.ts';

/** Says what is wrong with a value, or nothing when it fits. */
export type ValueCheck = (value: unknown) => string | undefined;

/**
 * Turns a stranger's schema into a check; whatever cannot be judged does not fit. Texts that are too long for a pattern
 * fit when somebody else checks them after us.
 */
export function valueCheck(
  schema: Readonly<Record<string, unknown>>,
  longOnes: 'fit' | 'do not fit',
): ValueCheck {
  const own = ownSchema.parse(withBoundedPatterns(schema, longOnes));
  const validate = boundedValidator(own, draftOf(schema));
  return (value) => {
    const deepest = validate(value).at(-1);
    return deepest && `${deepest.instanceLocation}: ${deepest.error}`;
  };
}

const ownSchema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);
