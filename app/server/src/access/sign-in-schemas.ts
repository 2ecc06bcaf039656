import { z } from '@hono/zod-openapi';
import { modeSchema, roleSchema, storeSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';

/** The signed-in user and the status of the server. */
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
    /**
     * The end of the log when the session was read. A client that streams events from here misses no change of the
     * data that it reads later.
     */
    seq: z.number(),
  })
  .openapi('ConsoleSession');

/** The credentials of a sign-in. */
export const signInSchema = strictObject({ token: z.string().min(1).max(512) });
