import { z } from '@hono/zod-openapi';
import { strictObject } from '../strict-object.ts';
import { modeSchema, roleSchema, storeSchema } from './shared-schemas.ts';

/** Who signed in, and how the server stands. */
export const sessionSchema = z
  .object({
    user: z.object({ id: z.string(), role: roleSchema }),
    csrf_token: z.string(),
    via: z.enum(['session', 'token', 'proxy']),
    expires_at: z.string().nullable(),
    language: z.enum(['ja', 'en']),
    mode: modeSchema,
    store: storeSchema,
    version: z.string(),
    /** Where the log stood: whoever listens from here misses nothing that happens to what is fetched later. */
    seq: z.number(),
  })
  .openapi('ConsoleSession');

/** What signs somebody in. */
export const signInSchema = strictObject({ token: z.string().min(1).max(512) });
