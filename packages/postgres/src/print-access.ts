import { escapeIdentifier, escapeLiteral } from 'pg';
import { DEFAULT_SCHEMA, quoteSchema } from './database/schema-name.ts';
import { storedText } from '@sekisho/engine/store-adapter';

/** The rights that a service needs on each table. Audit records can only be added and read. */
const RIGHTS: readonly (readonly [rights: string, tables: readonly string[]])[] = [
  ['select', ['schema_version', 'tenant_access', 'log_archive', 'log_start']],
  ['select, insert', ['log']],
  [
    'select, insert, update',
    [
      'chains',
      'writers',
      'runs',
      'owners',
      'steps',
      'approvals',
      'tokens',
      'grants',
      'policies',
      'tool_pins',
    ],
  ],
  ['select, insert, update, delete', ['effects', 'session_heads', 'session_items', 'session_operations']],
];

/** Returns the SQL that gives a role the minimal rights for one tenant. Open its store with `migrate: 'verify'`. */
export function printAccess(options: {
  readonly role: string;
  readonly tenant?: string | undefined;
  readonly schema?: string | undefined;
}): string {
  const schema = quoteSchema(options.schema ?? DEFAULT_SCHEMA);
  const role = escapeIdentifier(options.role);
  const grants = RIGHTS.map(
    ([rights, tables]) =>
      `grant ${rights} on ${tables.map((table) => `${schema}.${table}`).join(', ')} to ${role};`,
  );
  const values = [options.role, storedText(options.tenant ?? '')].map(escapeLiteral).join(', ');
  return [
    'begin;',
    `grant usage on schema ${schema} to ${role};`,
    ...grants,
    `insert into ${schema}.tenant_access (role_name, tenant) values (${values}) on conflict do nothing;`,
    'commit;',
    '',
  ].join('\n');
}
