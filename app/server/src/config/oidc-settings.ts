import { z } from 'zod';

const ROLES = ['viewer', 'approver', 'admin'] as const;

/** The variables that configure sign-in through OpenID Connect. */
export const oidcVariables = {
  OIDC_ISSUER: z.string().trim().optional(),
  OIDC_CLIENT_ID: z.string().trim().optional(),
  /** Without a secret, this server is a public client, which PKCE protects. */
  OIDC_CLIENT_SECRET: z.string().trim().optional(),
  OIDC_SCOPE: z.string().trim().default('openid profile email'),
  /** The claim that becomes the user id. Users must not be able to change it at the issuer. */
  OIDC_USER_CLAIM: z.string().trim().default('sub'),
  OIDC_GROUPS_CLAIM: z.string().trim().default('groups'),
  /** Group and role, comma-separated: `sekisho-admins:admin,reviewers:approver`. */
  OIDC_GROUP_ROLES: z.string().trim().optional(),
  /** The role of users without a listed group. Without it, they cannot sign in. */
  OIDC_DEFAULT_ROLE: z.enum(ROLES).optional(),
  /** The name of the issuer on the sign-in page. The default is its host name. */
  OIDC_NAME: z.string().trim().max(100).optional(),
};

/** Reads the settings of OpenID Connect. Returns undefined when no issuer is set. Errors contain no values. */
export function readOidcSettings(data: z.infer<z.ZodObject<typeof oidcVariables>>) {
  if (data.OIDC_ISSUER === undefined) return undefined;
  const groupRoles = readGroupRoles(data.OIDC_GROUP_ROLES ?? '');
  if (data.OIDC_CLIENT_ID === undefined)
    throw new Error('OIDC_ISSUER needs OIDC_CLIENT_ID: the id of this server at the issuer.');
  if (groupRoles.size === 0 && data.OIDC_DEFAULT_ROLE === undefined)
    throw new Error('OIDC_ISSUER needs OIDC_GROUP_ROLES or OIDC_DEFAULT_ROLE: otherwise no user has a role.');
  const issuer = readIssuer(data.OIDC_ISSUER);
  return {
    issuer,
    name: data.OIDC_NAME ?? issuer.hostname,
    clientId: data.OIDC_CLIENT_ID,
    clientSecret: data.OIDC_CLIENT_SECRET,
    scope: data.OIDC_SCOPE,
    userClaim: data.OIDC_USER_CLAIM,
    groupsClaim: data.OIDC_GROUPS_CLAIM,
    groupRoles,
    defaultRole: data.OIDC_DEFAULT_ROLE,
  };
}

function readIssuer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || isLocal) return url;
  throw new Error('OIDC_ISSUER must be an https URL such as https://login.example.com.');
}

function readGroupRoles(list: string): ReadonlyMap<string, (typeof ROLES)[number]> {
  const parts = list.split(',').flatMap((part) => part.trim() || []);
  return new Map(
    parts.map((part) => {
      // A group name can contain a colon, a role cannot.
      const at = part.lastIndexOf(':');
      const role = ROLES.find((known) => known === part.slice(at + 1));
      if (at < 1 || role === undefined)
        throw new Error(
          'OIDC_GROUP_ROLES must contain group:role, separated by commas. The roles are viewer, approver and admin.',
        );
      return [part.slice(0, at), role];
    }),
  );
}
