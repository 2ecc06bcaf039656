import { statement } from '../database/database.ts';

/** The statements that make a group durable. */
export function groupStatements(schema: string) {
  return {
    head: statement(`select seq, hash from ${schema}.chains where tenant = $1`),
    openChain: statement(
      `insert into ${schema}.chains (tenant, seq, hash) values ($1, 0, '') on conflict (tenant) do nothing`,
    ),
    commit: statement(`select * from ${schema}.commit_group($1, $2, $3, $4, $5, $6, $7, $8, $9)`),
    apply: statement(
      `select status, seq, hash, now, outcomes, to_jsonb(known) as known
       from ${schema}.apply_group($1, $2, $3, $4, $5, $6)`,
    ),
    segments: statement(
      `select run_id, segment, agent_name from ${schema}.runs
       where tenant = $1 and run_id = any ($2) order by number`,
    ),
    finish: statement(`select ${schema}.finish_group($1, $2, $3, $4, $5)`),
  };
}
