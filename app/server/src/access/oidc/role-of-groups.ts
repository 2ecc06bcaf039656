import { z } from 'zod';
import { ROLES, type Role } from '../../identity/identity.ts';

// Most issuers send a list; some send one group as a text.
const groupsSchema = z.union([z.array(z.string()), z.string().transform((one) => [one])]).catch([]);

/** Returns the groups that have a role. */
export const groupsWithRole = (groups: unknown, roles: ReadonlyMap<string, Role>): string[] =>
  groupsSchema.parse(groups).filter((group) => roles.has(group));

/** Returns the role with the most permissions among those of the groups. Undefined when no group has a role. */
export function roleOfGroups(groups: unknown, roles: ReadonlyMap<string, Role>): Role | undefined {
  const found = new Set(groupsWithRole(groups, roles).map((group) => roles.get(group)));
  return ROLES.toReversed().find((role) => found.has(role));
}
