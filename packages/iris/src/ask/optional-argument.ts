import { z } from 'zod';

/** An argument that may be left out. Models send null or an empty text for what they leave out; both count as absent. */
export function optionalArgument<S extends z.ZodType>(schema: S) {
  return z.preprocess(dropNothing, schema.optional()).optional();
}

function dropNothing(value: unknown): unknown {
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}
