import { z } from 'zod';
import type { ObjectSchema } from '../mcp/tool.ts';

/** Returns a function that creates the JSON Schema of a Zod object once, on first use. */
export function toObjectSchema(schema: z.ZodObject): () => ObjectSchema {
  let made: ObjectSchema | undefined;
  return () => {
    made ??= make(schema);
    return made;
  };
}

function make(schema: z.ZodObject): ObjectSchema {
  const { $schema: _dialect, ...keywords } = z.toJSONSchema(schema, { io: 'input' });
  return { ...keywords, type: 'object' };
}
