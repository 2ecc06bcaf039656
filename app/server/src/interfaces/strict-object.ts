import { z } from '@hono/zod-openapi';
import { describeUnknownField } from './describe-unknown-field.ts';

/** Creates a schema that rejects unknown fields. Its error has one line per unknown field, with a suggestion. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code, keys, inst }) => {
      if (code !== 'unrecognized_keys' || !Array.isArray(keys) || !(inst instanceof z.ZodType))
        return undefined;
      const { properties } = z.toJSONSchema(inst, { io: 'input', unrepresentable: 'any' });
      return keys.map((key) => describeUnknownField(key, properties ?? {})).join('\n');
    },
  });
}
