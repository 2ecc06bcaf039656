import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Identity } from '../identity/identity.ts';
import type { AccessService } from './access-service.ts';

/** The name of the session cookie. */
export const SESSION_COOKIE = 'sekisho_session';

/**
 * Sets the cookie of a new session. The previous session of the browser is ended, because another person may know its
 * cookie.
 */
export async function replaceSession(
  c: Context,
  access: AccessService,
  { session, identity }: { session: string; identity: Identity },
): Promise<void> {
  const before = getCookie(c, SESSION_COOKIE);
  if (before !== undefined) await access.signOut(before);
  setCookie(c, SESSION_COOKIE, session, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    secure: isSecure(c),
    ...(identity.expiresAt === undefined ? {} : { expires: new Date(identity.expiresAt) }),
  });
}

/** Ends the session of the browser and removes its cookie. Returns the ID token of the issuer, if there is one. */
export async function endSession(c: Context, access: AccessService): Promise<string | undefined> {
  const session = getCookie(c, SESSION_COOKIE);
  const ended = session === undefined ? undefined : await access.signOut(session);
  deleteCookie(c, SESSION_COOKIE, { path: '/', secure: isSecure(c) });
  return ended?.idToken;
}

/** Returns whether the browser uses https, directly or through a proxy. */
export function isSecure(c: Context): boolean {
  return new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
}
