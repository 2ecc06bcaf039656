import { ConsoleError } from './console-error.ts';

/** What somebody may do, from the least to the most. */
export const ROLES = ['viewer', 'approver', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who sends a request, and how that is known. */
export type Identity = {
  readonly id: string;
  readonly role: Role;
  readonly via: 'session' | 'token' | 'proxy';
  /** What state changes must repeat; empty for a bearer token, which no other page can send. */
  readonly csrfToken: string;
  readonly expiresAt: number | undefined;
};

/** Refuses whoever may do less than `needs`. */
export function requireRole(identity: Identity, needs: Role): void {
  if (ROLES.indexOf(identity.role) >= ROLES.indexOf(needs)) return;
  throw new ConsoleError('Forbidden', `This needs the role ${needs}.`, { needs });
}
