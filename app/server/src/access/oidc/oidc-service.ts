import type { StateStore } from 'sekisho';
import { z } from 'zod';
import { recordChange } from '../../audit/record-change.ts';
import { ConsoleError } from '../../errors/console-error.ts';
import { USER_ID } from '../../identity/credentials.ts';
import type { Identity, Role } from '../../identity/identity.ts';
import type { AccessService } from '../access-service.ts';
import type { IdentityProvider, SignInChecks } from './identity-provider.ts';
import { groupsWithRole, roleOfGroups } from './role-of-groups.ts';

/** Which claims identify a user, and which groups have a role. */
export type ClaimMapping = {
  userClaim: string;
  groupsClaim: string;
  groupRoles: ReadonlyMap<string, Role>;
  defaultRole: Role | undefined;
};

/** Signs users in through an OpenID Connect issuer. Each sign-in is recorded in the audit log. */
export class OidcService {
  readonly #provider: IdentityProvider;
  readonly #access: AccessService;
  readonly #log: StateStore;
  readonly #mapping: ClaimMapping;
  readonly #makeId: () => string;

  constructor(options: {
    provider: IdentityProvider;
    access: AccessService;
    log: StateStore;
    mapping: ClaimMapping;
    makeId: () => string;
  }) {
    this.#provider = options.provider;
    this.#access = options.access;
    this.#log = options.log;
    this.#mapping = options.mapping;
    this.#makeId = options.makeId;
  }

  /** Returns the page of the issuer, and the checks that the browser must bring back. */
  begin(redirectUri: string): Promise<{ url: string; checks: SignInChecks }> {
    return this.#provider.begin(redirectUri);
  }

  /** Verifies the response of the issuer and opens a session with the role of the user's groups. */
  async finish(request: {
    callback: URL;
    checks: SignInChecks;
    client: string | undefined;
  }): Promise<{ session: string; identity: Identity }> {
    const { claims, idToken } = await this.#provider.finish(request.callback, request.checks);
    const user = this.#readUser(claims);
    // The record comes first: a session without a record must not exist.
    await recordChange(this.#log, {
      id: `session.opened:${this.#makeId()}`,
      event: 'policy.changed',
      decision: 'session.opened',
      facts: {
        by: user.id,
        role: user.role,
        groups: user.groups.join(', '),
        issuer: String(claims['iss']),
        subject: String(claims['sub']),
      },
    });
    return this.#access.openSession({ ...user, method: 'oidc', idToken }, request.client);
  }

  /** Returns the page of the issuer that ends its own session. Undefined when there is none. */
  logoutUrl(options: { idToken: string; returnTo: string }): Promise<string | undefined> {
    return this.#provider.logoutUrl(options);
  }

  #readUser(claims: Readonly<Record<string, unknown>>): { id: string; role: Role; groups: string[] } {
    const { userClaim, groupsClaim, groupRoles, defaultRole } = this.#mapping;
    const id = z.string().regex(USER_ID).safeParse(claims[userClaim]).data;
    // An unverified address can be that of another person.
    const isVerified = userClaim !== 'email' || claims['email_verified'] === true;
    if (id === undefined || !isVerified)
      throw new ConsoleError(
        'LoginRefused',
        `The claim ${userClaim} of this user is missing, not verified, or not usable as a user id. Check OIDC_USER_CLAIM.`,
      );
    const role = roleOfGroups(claims[groupsClaim], groupRoles) ?? defaultRole;
    if (role === undefined)
      throw new ConsoleError(
        'NoRole',
        'No group of this user has a role. Ask an administrator to check OIDC_GROUP_ROLES.',
      );
    return { id, role, groups: groupsWithRole(claims[groupsClaim], groupRoles) };
  }
}
