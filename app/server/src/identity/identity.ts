import { ConsoleError } from '../errors/console-error.ts';

/** The roles, in ascending order of permissions. */
export const ROLES = ['viewer', 'approver', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** How a browser session was opened: with a login link, an API token, or OpenID Connect. */
export const SIGN_IN_METHODS = ['link', 'token', 'oidc'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** The sender of a request and the method of authentication. */
export type Identity = {
  readonly id: string;
  readonly role: Role;
  readonly via: 'session' | 'token' | 'proxy';
  /** The token that state-changing requests must repeat. Empty for a bearer token, which other pages cannot send. */
  readonly csrfToken: string;
  readonly expiresAt: number | undefined;
  /** The browser session. The method is null for a session of an older version. */
  readonly session?: { readonly id: string; readonly method: SignInMethod | null };
};

/** Returns the identity. Throws when it has fewer permissions than the role `needs`. */
export function requireRole(identity: Identity, needs: Role): Identity {
  if (ROLES.indexOf(identity.role) >= ROLES.indexOf(needs)) return identity;
  throw new ConsoleError(
    'Forbidden',
    `This request requires the role ${needs}. Ask an administrator for it.`,
    { needs },
  );
}
