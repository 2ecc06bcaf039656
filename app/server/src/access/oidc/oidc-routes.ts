import { Hono, type Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { z } from 'zod';
import { ConsoleError } from '../../errors/console-error.ts';
import type { ConsoleEnvironment } from '../../http/console-environment.ts';
import type { AccessGuards } from '../access-guards.ts';
import type { AccessService } from '../access-service.ts';
import { endSession, isSecure, replaceSession } from '../session-cookie.ts';
import type { OidcService } from './oidc-service.ts';

const CHECKS_COOKIE = 'sekisho_oidc';
const MAX_SIGN_IN_SECONDS = 600;
const CALLBACK = '/auth/oidc/callback';

const checksSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  return_to: z.string(),
  expires_at: z.number(),
});
// Only a path of this server: a redirect to another site would help to imitate the console.
const returnToSchema = z
  .string()
  .regex(/^\/(?![/\\])[\w./~%?&=-]*$/)
  .catch('/inbox');

/** The parts of sign-in through OpenID Connect. */
export type OidcRoutesOptions = {
  oidc: OidcService;
  access: AccessService;
  guards: AccessGuards;
  /** Signs the cookie that connects the two halves of a sign-in. */
  secret: string;
  /** The URL of this server for browsers. Undefined when the requests contain it. */
  publicUrl: string | undefined;
  clock: () => number;
  onFailure: (error: unknown) => void;
};

/** Creates the pages that a browser visits to sign in at the issuer and to sign out there. */
export function createOidcRoutes(options: OidcRoutesOptions) {
  const { oidc, access, guards, secret, clock, onFailure } = options;
  const originOf = (c: Context) => {
    const { host } = new URL(c.req.url);
    return options.publicUrl ?? `${isSecure(c) ? 'https' : 'http'}://${host}`;
  };
  // A person sees the result, so a failure is a redirect to the sign-in page with its code.
  const refuse = (c: Context, error: unknown) => {
    onFailure(error);
    const code = error instanceof ConsoleError ? error.code : 'LoginRefused';
    return c.redirect(`/login?problem=${code}`);
  };
  const router = new Hono<ConsoleEnvironment>();
  router.use('/auth/oidc/*', guards.guardHost, async (c, next) => {
    c.header('Cache-Control', 'no-store');
    return next();
  });
  // Another site must not start a sign-in or end a session. The callback comes from the issuer, which is another site.
  router.get('/auth/oidc/login', guards.guardOrigin, async (c) => {
    try {
      const { url, checks } = await oidc.begin(`${originOf(c)}${CALLBACK}`);
      const value = JSON.stringify({
        ...checks,
        return_to: returnToSchema.parse(c.req.query('return_to')),
        expires_at: clock() + MAX_SIGN_IN_SECONDS * 1000,
      });
      await setSignedCookie(c, CHECKS_COOKIE, value, secret, {
        httpOnly: true,
        // The browser returns from another site, so a strict cookie would not be sent.
        sameSite: 'Lax',
        path: CALLBACK,
        secure: isSecure(c),
        maxAge: MAX_SIGN_IN_SECONDS,
      });
      return c.redirect(url);
    } catch (error) {
      return refuse(c, error);
    }
  });
  router.get(CALLBACK, async (c) => {
    try {
      const { return_to: returnTo, ...checks } = await readChecks(c, secret, clock());
      deleteCookie(c, CHECKS_COOKIE, { path: CALLBACK, secure: isSecure(c) });
      const callback = new URL(`${originOf(c)}${CALLBACK}${new URL(c.req.url).search}`);
      const opened = await oidc.finish({ callback, checks, client: c.req.header('user-agent') });
      await replaceSession(c, access, opened);
      return c.redirect(returnTo);
    } catch (error) {
      return refuse(c, error);
    }
  });
  router.get('/auth/oidc/logout', guards.guardOrigin, async (c) => {
    const idToken = await endSession(c, access);
    const returnTo = `${originOf(c)}/login`;
    try {
      const url = idToken === undefined ? undefined : await oidc.logoutUrl({ idToken, returnTo });
      return c.redirect(url ?? '/login');
    } catch (error) {
      return refuse(c, error);
    }
  });
  return router;
}

async function readChecks(c: Context, secret: string, now: number) {
  const value = await getSignedCookie(c, secret, CHECKS_COOKIE);
  const checks = value ? checksSchema.safeParse(JSON.parse(value)).data : undefined;
  if (checks === undefined || checks.expires_at <= now)
    throw new ConsoleError(
      'LoginRefused',
      'This sign-in was not started in this browser, or it has expired.',
    );
  return checks;
}
