import { z } from '@hono/zod-openapi';
import { modeSchema, roleSchema, storeSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { SIGN_IN_METHODS } from '../identity/identity.ts';

/** The signed-in user and the status of the server. */
export const sessionSchema = z
  .object({
    user: z.object({ id: z.string(), role: roleSchema }),
    csrf_token: z.string(),
    via: z.enum(['session', 'token', 'proxy']),
    /** How the session was opened. Null for requests without a session, and for sessions of an older version. */
    method: z.enum(SIGN_IN_METHODS).nullable(),
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

/** A browser session in the list of sessions. Null stands for facts that an older version did not store. */
export const openSessionSchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    role: roleSchema,
    method: z.enum(SIGN_IN_METHODS).nullable(),
    /** The browser, as it describes itself. */
    client: z.string().nullable(),
    /** The API token that opened the session. */
    token_id: z.string().nullable(),
    is_current: z.boolean(),
    created_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
    expires_at: z.string(),
  })
  .openapi('OpenSession');

/** Where roles come from, besides the tokens of this console. */
const roleSourcesSchema = z.object({
  oidc: z
    .object({
      name: z.string(),
      issuer: z.string(),
      groups_claim: z.string(),
      groups: z.array(z.object({ group: z.string(), role: roleSchema })),
      /** The role of users without a listed group. Null: they cannot sign in. */
      default_role: roleSchema.nullable(),
    })
    .nullable(),
  proxy: z
    .object({ user_header: z.string(), role_header: z.string().nullable(), default_role: roleSchema })
    .nullable(),
});
export type RoleSources = z.infer<typeof roleSourcesSchema>;

/** The people with their roles. */
export const accessSchema = roleSourcesSchema
  .extend({
    items: z.array(
      z.object({
        id: z.string(),
        role: roleSchema,
        sources: z.array(
          z.object({
            kind: z.enum(['setting', 'token', 'oidc', 'proxy', 'link']),
            role: roleSchema,
            groups: z.array(z.string()),
            token_id: z.string().nullable(),
          }),
        ),
        last_active_at: z.string().nullable(),
        tokens: z.number(),
        sessions: z.number(),
        /** The decisions of the last 30 days. */
        approved: z.number(),
        denied: z.number(),
      }),
    ),
  })
  .openapi('Access');

/** How users can sign in. */
export const signInMethodsSchema = z
  .object({
    /** Login links and API tokens, at `POST /api/session`. */
    token: z.boolean(),
    /** A proxy in front of this server signs users in. */
    proxy: z.boolean(),
    /**
     * The browser visits `login_url`, with the path to open afterwards in `return_to`. After a failure it returns to
     * `/login` with a code in `problem`: LoginRefused, NoRole or IssuerUnavailable. A session with the method `oidc` is
     * ended by visiting `logout_url`.
     */
    oidc: z.object({ name: z.string(), login_url: z.string(), logout_url: z.string() }).nullable(),
  })
  .openapi('SignInMethods');

/** The credentials of a sign-in. */
export const signInSchema = strictObject({ token: z.string().min(1).max(512) });
