import { z } from 'zod';
import { ROLES, type Role } from '../../identity/identity.ts';

// Most issuers send a list; some send one group as a text.
const groupsSchema = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([]);

/** Returns the role with the most permissions among those of the groups. Undefined when no group has a role. */
export function roleOfGroups(groups: unknown, roles: ReadonlyMap<string, Role>): Role | undefined {
  const found = new Set(groupsSchema.parse(groups).flatMap((group) => roles.get(group) ?? []));
  return ROLES.toReversed().find((role) => found.has(role));
}
