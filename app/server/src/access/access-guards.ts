import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { ConsoleError } from '../errors/console-error.ts';
import type { ConsoleEnvironment } from '../http/console-environment.ts';
import { LOOPBACK_NAMES, readBearer, USER_ID } from '../identity/credentials.ts';
import { ROLES, type Identity, type Role } from '../identity/identity.ts';
import type { AccessService } from './access-service.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

const CSRF_HEADER = 'x-csrf-token';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The allowed hosts and origins, and the headers of a trusted proxy. */
export type AccessGuardOptions = {
  access: AccessService;
  /** Host names of this server in addition to the loopback names, without ports. */
  allowedHosts: readonly string[];
  /** Other origins whose pages may call the API. */
  allowedOrigins: readonly string[];
  /** A header that a proxy sets after it has authenticated a user, and that clients cannot set. */
  trustedUserHeader: string | undefined;
  trustedRoleHeader: string | undefined;
  /** The role of a proxy's users when the proxy sends none. */
  trustedRole: Role;
  secret: Uint8Array;
};

/** Creates the guards of the API, which check host, origin, identity and CSRF token. */
export function createAccessGuards(options: AccessGuardOptions) {
  const { access, allowedOrigins, trustedUserHeader, trustedRoleHeader } = options;
  const hosts = new Set([...LOOPBACK_NAMES, ...options.allowedHosts]);

  const identify = async (c: Context): Promise<Identity | undefined> => {
    const bearer = readBearer(c.req.header('authorization'));
    if (bearer !== undefined) return access.findToken(bearer);
    const session = getCookie(c, SESSION_COOKIE);
    const known = session === undefined ? undefined : await access.findSession(session);
    if (known !== undefined || trustedUserHeader === undefined) return known;
    const id = c.req.header(trustedUserHeader);
    if (id === undefined || !USER_ID.test(id)) return undefined;
    const role = readRole(trustedRoleHeader && c.req.header(trustedRoleHeader)) ?? options.trustedRole;
    const csrfToken = createHmac('sha256', options.secret).update(`console-csrf\n${id}`).digest('base64url');
    await access.touchPerson({ id, role }, 'proxy');
    return { id, role, via: 'proxy', csrfToken, expiresAt: undefined };
  };

  // A web page can resolve its own host name to this machine (DNS rebinding), so only known host names are served.
  const guardHost = createMiddleware(async (c, next) => {
    if (hosts.has(new URL(c.req.url).hostname)) return next();
    throw new ConsoleError(
      'HostRefused',
      'The host name of this request is not allowed. Add it to ALLOWED_HOSTS.',
    );
  });

  const guardOrigin = createMiddleware(async (c, next) => {
    const origin = c.req.header('origin');
    const { host } = new URL(c.req.url);
    const isOwn = origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
    const isForeign = c.req.header('sec-fetch-site') === 'cross-site';
    const isAllowedOrigin = origin !== undefined && allowedOrigins.includes(origin);
    if (isAllowedOrigin || (isOwn && !isForeign)) return next();
    throw new ConsoleError(
      'OriginRefused',
      'The origin of this page is not allowed. Add it to ALLOWED_ORIGINS.',
    );
  });

  // Reads are allowed from any origin: without CORS headers, no browser shows the response to another page.
  const guardChange = createMiddleware(async (c, next) =>
    SAFE_METHODS.has(c.req.method) ? next() : guardOrigin(c, next),
  );

  const requireIdentity = createMiddleware<ConsoleEnvironment>(async (c, next) => {
    const identity = await identify(c);
    if (identity === undefined)
      throw new ConsoleError('Unauthenticated', 'Authentication is required. Sign in first.');
    checkCsrf(c, identity);
    c.set('identity', identity);
    c.set('userId', identity.id);
    return next();
  });

  return { identify, guardHost, guardOrigin, guardChange, requireIdentity, checkCsrf };
}

/** The guards of the API. */
export type AccessGuards = ReturnType<typeof createAccessGuards>;

/** Rejects a change from a browser without the CSRF token of its session. */
function checkCsrf(c: Context, { via, csrfToken }: Identity): void {
  if (via === 'token' || SAFE_METHODS.has(c.req.method)) return;
  const given = Buffer.from(c.req.header(CSRF_HEADER) ?? '');
  const expected = Buffer.from(csrfToken);
  if (given.length === expected.length && expected.length > 0 && timingSafeEqual(given, expected)) return;
  throw new ConsoleError(
    'CsrfRefused',
    'The CSRF token is missing or wrong. Send the csrf_token of the session in X-CSRF-Token.',
  );
}

function readRole(text: string | undefined): Role | undefined {
  return ROLES.find((role) => role === text);
}
