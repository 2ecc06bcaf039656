import { z } from '@hono/zod-openapi';
import { adviseOnField } from './advise-on-field.ts';

/** An object that takes no other fields. Its error says for each unknown field, a line each, what it may have meant. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code, keys, inst }) => {
      if (code !== 'unrecognized_keys' || !Array.isArray(keys) || !(inst instanceof z.ZodType))
        return undefined;
      const { properties } = z.toJSONSchema(inst, { io: 'input', unrepresentable: 'any' });
      return keys.map((key) => adviseOnField(key, properties ?? {})).join('\n');
    },
  });
}
