import { z } from 'zod';
import type { ObjectSchema } from '../mcp/tool.ts';

/** The JSON Schema of a Zod object, made once when it is first asked for. */
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
