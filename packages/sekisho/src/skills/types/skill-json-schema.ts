import { z } from 'zod';

/** A JSON Schema document of a skill: an object that only the validator reads. */
export const jsonSchemaSchema = z.record(z.string(), z.unknown());

/** A JSON Schema document. */
export type JsonSchema = z.infer<typeof jsonSchemaSchema>;
