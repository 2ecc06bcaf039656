const TABLES = [
  'chains',
  'writers',
  'runs',
  'owners',
  'steps',
  'effects',
  'approvals',
  'tokens',
  'grants',
  'log',
  'log_archive',
  'policies',
  'tool_pins',
  'session_heads',
  'session_items',
  'session_operations',
];

/**
 * Migration 6: row-level security. A role that does not own the tables sees only the tenants granted to it. The grants are
 * in a table that the role cannot change, not in a setting that it could.
 */
export const tenantAccess = (schema: string) => `
create table ${schema}.tenant_access (
  role_name name not null,
  tenant text collate "C" not null,
  primary key (role_name, tenant)
);
${TABLES.map((table) => policyFor(schema, table)).join('')}`;

function policyFor(schema: string, table: string): string {
  return `
alter table ${schema}.${table} enable row level security;
create policy tenant_only on ${schema}.${table}
  using (tenant in (select a.tenant from ${schema}.tenant_access a where a.role_name = current_user));
`;
}
