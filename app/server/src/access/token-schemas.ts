import { z } from '@hono/zod-openapi';
import { roleSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { USER_ID } from '../identity/credentials.ts';
import { tokenRowSchema } from './access-store.ts';

/** An API token without its secret. */
export const tokenSchema = z.object(tokenRowSchema.shape).openapi('ApiToken');

/** The new role of a token. */
export const changeRoleSchema = strictObject({ role: roleSchema });

/** A token to create. */
export const createTokenSchema = strictObject({
  name: z.string().regex(USER_ID),
  role: roleSchema,
  expires_in_days: z.number().int().min(1).max(3650).optional(),
});
