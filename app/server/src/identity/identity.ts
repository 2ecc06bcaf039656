import { ConsoleError } from '../errors/console-error.ts';

/** The roles, in ascending order of permissions. */
export const ROLES = ['viewer', 'approver', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The sender of a request and the method of authentication. */
export type Identity = {
  readonly id: string;
  readonly role: Role;
  readonly via: 'session' | 'token' | 'proxy';
  /** The token that state-changing requests must repeat. Empty for a bearer token, which other pages cannot send. */
  readonly csrfToken: string;
  readonly expiresAt: number | undefined;
};

/** Throws when the identity has fewer permissions than the role `needs`. */
export function requireRole(identity: Identity, needs: Role): void {
  if (ROLES.indexOf(identity.role) >= ROLES.indexOf(needs)) return;
  throw new ConsoleError('Forbidden', `This request requires the role ${needs}.`, { needs });
}
