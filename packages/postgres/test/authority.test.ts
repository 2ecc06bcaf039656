import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll } from 'vitest';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import type { TamperedDatabase } from '../../sekisho/test/suites/authority/tampered-database.ts';
import { describeAuthority } from '../../sekisho/test/suites/describe-authority.ts';
import { postgresStore } from '../src/index.ts';

const postgres = await sharedPostgres();
const pool = new Pool({ connectionString: postgres.url, options: '-c search_path=sekisho' });

afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

// Each database is a separate tenant, and all tenants share the tables.
describeAuthority('A tenant on PostgreSQL', async () => openTenant(randomUUID()));

function openTenant(tenant: string): TamperedDatabase {
  const run = async (sql: string, ...values: readonly unknown[]) => {
    await pool.query(ofTenant(sql, tenant), [...values]);
  };
  return {
    open: postgresStore(pool, { tenant, clock: 'host' }),
    run,
    all: async (sql, ...values) => (await pool.query(ofTenant(sql, tenant), [...values])).rows,
    insert: async (table, row) => {
      const columns = ['tenant', ...Object.keys(row)];
      const places = columns.map((_column, index) => `$${index + 1}`).join(', ');
      const sql = `insert into ${table} (${columns.join(', ')}) values (${places})`;
      await pool.query(sql, [tenant, ...Object.values(row)]);
    },
    writeApproval: async (approval) => {
      const { decided_by, comment, edited_args, decided_at, used_at, ...created } = approval;
      await run(
        `update approvals set run_id = ?, status = ?, action_digest = ?, expires_at = ?, body = ?, decision = ?,
           decided_at = ?, used_at = ? where approval_id = ?`,
        approval.run_id,
        approval.status,
        approval.action_digest,
        Date.parse(approval.expires_at),
        JSON.stringify(created),
        JSON.stringify({ decided_by, comment, edited_args }),
        decided_at === undefined ? null : Date.parse(decided_at),
        used_at === undefined ? null : Date.parse(used_at),
        approval.approval_id,
      );
    },
    close: async () => undefined,
  };
}

/** The statement with numbered placeholders, for the rows of this tenant only. */
function ofTenant(sql: string, tenant: string): string {
  let number = 0;
  const numbered = sql.replaceAll('?', () => {
    number += 1;
    return `$${number}`;
  });
  return `${numbered}${/\bwhere\b/.test(sql) ? ' and' : ' where'} tenant = '${tenant}'`;
}
