import { z } from '@hono/zod-openapi';
import { ROLES } from '../identity/identity.ts';

/** A time in a request, converted to the stored format. */
export const timeSchema = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => new Date(text).toISOString());

/** An id in a URL or a body. */
export const idSchema = z.string().min(1).max(256);

/** The paging parameters of a list. */
export const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(40).optional(),
});

/** Any JSON object. */
export const objectSchema = z.record(z.string(), z.unknown());

/** A sentence in both languages. */
export const bothLanguagesSchema = z.object({ en: z.string(), ja: z.string() });

/** The role of a user. */
export const roleSchema = z.enum(ROLES);

/** The source of responses: OpenAI or the simulator. */
export const modeSchema = z.enum(['mock', 'openai']);

/** The database of the runs. */
export const storeSchema = z.enum(['sqlite', 'postgres']);

/** The facts about the server that every session and the status contain. */
export type ServerFacts = {
  mode: z.infer<typeof modeSchema>;
  store: z.infer<typeof storeSchema>;
  version: string;
};
