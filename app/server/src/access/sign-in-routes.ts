import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { ConsoleError } from '../errors/console-error.ts';
import { addressOf } from '../http/address-of.ts';
import { createConsoleRouter } from '../http/console-environment.ts';
import { answer, body, problems } from '../http/http-schemas.ts';
import { noContent, type ServerFacts } from '../http/shared-schemas.ts';
import type { Identity } from '../identity/identity.ts';
import { SESSION_COOKIE, type AccessGuards } from './access-guards.ts';
import type { AccessService } from './access-service.ts';
import { attemptKey, type SignInAttempts } from './sign-in-attempts.ts';
import { sessionSchema, signInSchema } from './sign-in-schemas.ts';

const signIn = createRoute({
  method: 'post',
  path: '/session',
  request: { body: body(signInSchema) },
  responses: { 200: answer(sessionSchema, 'The session; the cookie is set'), ...problems },
});
const whoAmI = createRoute({
  method: 'get',
  path: '/session',
  responses: { 200: answer(sessionSchema, 'The signed-in user'), ...problems },
});
const signOut = createRoute({
  method: 'delete',
  path: '/session',
  responses: { 204: noContent, ...problems },
});

/** Creates the routes for signing in and out. Signing in is the only route without authentication. */
export function createSignInRoutes(options: {
  access: AccessService;
  guards: AccessGuards;
  attempts: SignInAttempts;
  facts: ServerFacts;
}) {
  const { access, guards, attempts, facts } = options;
  const router = createConsoleRouter();
  router.get('/session', guards.requireIdentity);
  router.delete('/session', guards.requireIdentity);
  return router
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
      // The previous session of the browser is ended, because another person may know its cookie.
      const before = getCookie(c, SESSION_COOKIE);
      if (before !== undefined) await access.signOut(before);
      const { session, identity } = signedIn;
      setCookie(c, SESSION_COOKIE, session, {
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        secure: isSecure(c),
        ...(identity.expiresAt === undefined ? {} : { expires: new Date(identity.expiresAt) }),
      });
      return c.json({ ...view(c, identity, facts), seq: await access.findLogPosition() }, 200);
    })
    .openapi(whoAmI, async (c) =>
      c.json({ ...view(c, c.get('identity'), facts), seq: await access.findLogPosition() }, 200),
    )
    .openapi(signOut, async (c) => {
      const session = getCookie(c, SESSION_COOKIE);
      if (session !== undefined) await access.signOut(session);
      deleteCookie(c, SESSION_COOKIE, { path: '/', secure: isSecure(c) });
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

function isSecure(c: Context): boolean {
  return new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
}
