import { statement } from '../database/database.ts';

/** Every statement that only reads. Listings walk an index from the cursor on. */
export function readStatements(schema: string) {
  const run = `number, run_id, status, segment, epoch, runs.owner, agent_name, sdk_version, encode(state, 'hex') as state,
    ${milliseconds('created_at')}, ${milliseconds('updated_at')}`;
  const approval = 'number, status, body, decision, decided_at, used_at';
  const log = 'seq, run_id, tool_call_id, event, attempt, decision, time, data, hash';
  const now = `coalesce($2::double precision, extract(epoch from clock_timestamp()) * 1000)`;
  const logFilter = `seq > $2 and ($3::text is null or event = $3) and ($4::double precision is null or time >= $4)
    order by seq limit $5`;
  return {
    run: statement(`select ${run} from ${schema}.runs where tenant = $1 and run_id = $2`),
    runs: statement(
      `select ${run} from ${schema}.runs where tenant = $1 and number < $2 order by number desc limit $3`,
    ),
    runsByStatus: statement(
      `select ${run} from ${schema}.runs where tenant = $1 and number < $2 and status = $4
       order by number desc limit $3`,
    ),
    abandonedRuns: statement(
      `select ${run} from ${schema}.runs
       left join ${schema}.owners on owners.tenant = runs.tenant and owners.owner = runs.owner
       where runs.tenant = $1 and runs.status = 'running' and coalesce(owners.lease_until > ${now}, false) = false
         and ($4::text[] is null or runs.agent_name = any ($4))
       order by runs.number limit $3`,
    ),
    steps: statement(`select * from ${schema}.steps where tenant = $1 and run_id = $2 and segment = $3`),
    effects: statement(
      `select run_id, call_key, tool_call_id, tool_id, effect, args_digest, epoch, status,
         encode(result, 'hex') as result
       from ${schema}.effects where tenant = $1 and run_id = $2`,
    ),
    approval: statement(`select ${approval} from ${schema}.approvals where tenant = $1 and approval_id = $2`),
    approvals: statement(
      `select ${approval} from ${schema}.approvals where tenant = $1 and number < $2 order by number desc limit $3`,
    ),
    approvalsByStatus: statement(
      `select ${approval} from ${schema}.approvals where tenant = $1 and number < $2 and status = $4
       order by number desc limit $3`,
    ),
    approvalsByRun: statement(
      `select ${approval} from ${schema}.approvals
       where tenant = $1 and number < $2 and run_id = $4 and ($5::text is null or status = $5)
       order by number desc limit $3`,
    ),
    grants: statement(
      `select uses_left, body from ${schema}.grants
       where tenant = $1 and run_id = $3 and uses_left > 0 and expires_at > ${now} order by number`,
    ),
    logs: statement(`select ${log} from ${schema}.log where tenant = $1 and ${logFilter}`),
    logsByRun: statement(
      `select ${log} from ${schema}.log where tenant = $1 and run_id = $6 and ${logFilter}`,
    ),
    lastLog: statement(`select ${log} from ${schema}.log where tenant = $1 order by seq desc limit 1`),
  };
}

function milliseconds(column: string): string {
  return `extract(epoch from ${column}) * 1000 as ${column}`;
}
