import { statement } from '../database/database.ts';

/** The statements of a session; $1 is the tenant and $2 the session. */
export function sessionStatements(schema: string) {
  const mine = 'where tenant = $1 and session_id = $2';
  return {
    lock: statement(
      `insert into ${schema}.session_heads (tenant, session_id, last) values ($1, $2, 0)
       on conflict (tenant, session_id) do update set last = session_heads.last`,
    ),
    items: statement(`select item from ${schema}.session_items ${mine} order by number`),
    recent: statement(`select item from ${schema}.session_items ${mine} order by number desc limit $3`),
    append: statement(`select ${schema}.append_items($1, $2, $3)`),
    dropLast: statement(
      `delete from ${schema}.session_items ${mine} and number in (
         select number from ${schema}.session_items ${mine} order by number desc limit $3)
       returning item`,
    ),
    clear: statement(`delete from ${schema}.session_items ${mine}`),
    forget: statement(`delete from ${schema}.session_operations ${mine}`),
    operation: statement(
      `select fingerprint from ${schema}.session_operations ${mine} and operation_id = $3`,
    ),
    remember: statement(
      `insert into ${schema}.session_operations (tenant, session_id, operation_id, fingerprint)
       values ($1, $2, $3, $4)`,
    ),
  };
}
