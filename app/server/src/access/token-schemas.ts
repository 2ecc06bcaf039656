import { z } from '@hono/zod-openapi';
import { roleSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { USER_ID } from '../identity/credentials.ts';

/** An API token without its secret. */
export const tokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: roleSchema,
    /** The first characters of the token, which are not secret. */
    prefix: z.string().nullable(),
    created_by: z.string(),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
  })
  .openapi('ApiToken');

/** A token to create. */
export const createTokenSchema = strictObject({
  name: z.string().regex(USER_ID),
  role: roleSchema,
  expires_in_days: z.number().int().min(1).max(3650).optional(),
});
