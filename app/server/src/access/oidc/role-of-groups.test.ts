import { expect, it } from 'vitest';
import { roleOfGroups } from './role-of-groups.ts';

const ROLES = new Map([
  ['readers', 'viewer'],
  ['reviewers', 'approver'],
  ['admins', 'admin'],
] as const);

it.each([
  [['readers', 'admins', 'reviewers'], 'admin'],
  [['other', 'reviewers'], 'approver'],
  ['readers', 'viewer'],
  [['Admins', 'admins '], undefined],
  [[], undefined],
  [undefined, undefined],
  [{ admins: true }, undefined],
  [['admins', 1], undefined],
  ['constructor', undefined],
])('the groups %j have the role %s', (groups, role) => {
  expect(roleOfGroups(groups, ROLES)).toBe(role);
});
