import type { RoleSources } from '../access/sign-in-schemas.ts';
import type { Settings } from '../config/env.ts';

/** Returns where roles come from, besides the tokens of the console. */
export function roleSourcesOf(settings: Settings): RoleSources {
  const { oidc, trustedUserHeader, trustedRoleHeader, trustedUserRole } = settings;
  return {
    oidc:
      oidc === undefined
        ? null
        : {
            name: oidc.name,
            issuer: oidc.issuer.href,
            groups_claim: oidc.groupsClaim,
            groups: [...oidc.groupRoles].map(([group, role]) => ({ group, role })),
            default_role: oidc.defaultRole ?? null,
          },
    proxy:
      trustedUserHeader === undefined
        ? null
        : {
            user_header: trustedUserHeader,
            role_header: trustedRoleHeader ?? null,
            default_role: trustedUserRole,
          },
  };
}
