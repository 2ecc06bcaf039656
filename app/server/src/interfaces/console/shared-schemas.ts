import { z } from '@hono/zod-openapi';
import { ROLES } from '../../application/console/identity.ts';

/** A time that a client asks for, in the form in which times are stored. */
export const timeSchema = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => new Date(text).toISOString());

/** An id in an address or a body. */
export const idSchema = z.string().min(1).max(256);

/** How lists are read. */
export const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(40).optional(),
});

/** Any JSON object. */
export const objectSchema = z.record(z.string(), z.unknown());

/** A sentence in both languages. */
export const bothLanguagesSchema = z.object({ en: z.string(), ja: z.string() });

/** An answer without a body. */
export const noContent = { description: 'Done' };

/** What somebody may do. */
export const roleSchema = z.enum(ROLES);

/** Who answers: OpenAI, or the simulator. */
export const modeSchema = z.enum(['mock', 'openai']);

/** Where runs are kept. */
export const storeSchema = z.enum(['sqlite', 'postgres']);
