import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { ConsoleError } from '../errors/console-error.ts';
import { addressOf } from '../http/address-of.ts';
import { createConsoleRouter } from '../http/console-environment.ts';
import { body, get, noContent, post, remove, returns } from '../http/http-schemas.ts';
import { type ServerFacts } from '../http/shared-schemas.ts';
import type { Identity } from '../identity/identity.ts';
import type { AccessGuards } from './access-guards.ts';
import type { AccessService } from './access-service.ts';
import { endSession, replaceSession } from './session-cookie.ts';
import { attemptKey, type SignInAttempts } from './sign-in-attempts.ts';
import { sessionSchema, signInMethodsSchema, signInSchema } from './sign-in-schemas.ts';

const signIn = post(
  '/session',
  { body: body(signInSchema) },
  returns(sessionSchema, 'The session; the cookie is set'),
);
const whoAmI = get('/session', {}, returns(sessionSchema, 'The signed-in user'));
const signOut = remove('/session', {}, noContent);
const listMethods = get(
  '/sign-in-methods',
  {},
  returns(signInMethodsSchema, 'How users can sign in to this server'),
);

/** How users can sign in to this server. */
export type SignInMethods = z.infer<typeof signInMethodsSchema>;

/** Creates the routes for signing in and out. Only signing in and its methods need no authentication. */
export function createSignInRoutes(options: {
  access: AccessService;
  guards: AccessGuards;
  attempts: SignInAttempts;
  facts: ServerFacts;
  methods: SignInMethods;
}) {
  const { access, guards, attempts, facts, methods } = options;
  const router = createConsoleRouter();
  router.get('/session', guards.requireIdentity);
  router.delete('/session', guards.requireIdentity);
  return router
    .openapi(listMethods, (c) => c.json(methods, 200))
    .openapi(signIn, async (c) => {
      // Without a socket, all clients share one counter.
      const address = addressOf(c) ?? 'unknown';
      const { token } = c.req.valid('json');
      const key = attemptKey(address, await access.findKnownPrefix(token));
      const retryAfterMs = attempts.waitFor(key);
      if (retryAfterMs > 0)
        throw new ConsoleError(
          'RateLimited',
          'Too many failed sign-in attempts. Wait before you try again.',
          { retryAfterMs },
        );
      attempts.fail(key);
      const signedIn = await access.signIn(token, c.req.header('user-agent'));
      if (signedIn === undefined) {
        throw new ConsoleError(
          'LoginRefused',
          'This link or token is invalid, was already used, or has expired.',
        );
      }
      attempts.reset(key);
      await replaceSession(c, access, signedIn);
      return c.json({ ...view(c, signedIn.identity, facts), seq: await access.findLogPosition() }, 200);
    })
    .openapi(whoAmI, async (c) =>
      c.json({ ...view(c, c.get('identity'), facts), seq: await access.findLogPosition() }, 200),
    )
    .openapi(signOut, async (c) => {
      await endSession(c, access);
      return c.body(null, 204);
    });
}

function view(c: Context, { id, role, csrfToken, via, expiresAt, session }: Identity, facts: ServerFacts) {
  const language: 'ja' | 'en' = /^\s*ja\b/i.test(c.req.header('accept-language') ?? '') ? 'ja' : 'en';
  return {
    user: { id, role },
    csrf_token: csrfToken,
    via,
    method: session?.method ?? null,
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    language,
    ...facts,
  };
}
