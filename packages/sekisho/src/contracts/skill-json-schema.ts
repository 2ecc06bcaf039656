import { z } from 'zod';

/** A JSON Schema document as skills carry it: an object, looked into only by the validator. */
export const jsonSchemaSchema = z.record(z.string(), z.unknown());

/** A JSON Schema document. */
export type JsonSchema = z.infer<typeof jsonSchemaSchema>;
