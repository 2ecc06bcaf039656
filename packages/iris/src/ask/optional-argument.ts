import { z } from 'zod';

/** Creates the schema of an optional argument. Models send null or an empty string for an absent value; both count as absent. */
export function optionalArgument<S extends z.ZodType>(schema: S) {
  return z.preprocess(dropNothing, schema.optional()).optional();
}

function dropNothing(value: unknown): unknown {
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}
