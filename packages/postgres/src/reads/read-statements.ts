import { statement } from '../database/database.ts';

/** All read-only statements. Listings scan an index from the cursor. */
export function readStatements(schema: string) {
  const run = `number, run_id, status, segment, epoch, runs.owner, runs.application, agent_name, sdk_version, encode(state, 'hex') as state,
    ${milliseconds('created_at')}, ${milliseconds('updated_at')}`;
  const approval = 'number, status, body, expires_at, decision, decided_at, used_at';
  const effect = `run_id, call_key, tool_call_id, tool_id, effect, args_digest, epoch, status,
    encode(result, 'hex') as result`;
  const log = 'seq, run_id, tool_call_id, event, attempt, decision, time as timestamp, data, hash';
  const columns = 'tenant, seq, run_id, tool_call_id, event, attempt, decision, time, data, hash';
  const bothLogs = `(select ${columns} from ${schema}.log_archive union all select ${columns} from ${schema}.log)`;
  const wholeLog = `${bothLogs} as log`;
  const now = `coalesce($2::double precision, extract(epoch from clock_timestamp()) * 1000)`;
  const running = `runs.status = 'running' and ($4::text[] is null or runs.agent_name = any ($4))`;
  const logFilter = `seq > $2 and ($3::text[] is null or event = any ($3)) and ($4::double precision is null or time >= $4)
    order by seq limit $5`;
  // Each half scans its own index, so the cost of the first does not depend on the size of the second.
  const abandoned = (ofApplication: string, inQueue: string) =>
    `(select 0 as place, ${run} from ${schema}.runs
      left join ${schema}.owners on owners.tenant = $1 and owners.owner = runs.owner
      where runs.tenant || ' in hand' = $1 || ' in hand' and runs.owner <> 'queue' and ${running} and ${ofApplication}
        and coalesce(owners.lease_until > ${now}, false) = false
      order by runs.number limit $3)
     union all
     (select 1 as place, ${run} from ${schema}.runs
      where ${inQueue} and runs.owner = 'queue' and ${running} order by runs.number limit $3)
     order by place, number limit $3`;
  return {
    // Keyed: $2 is a list of keys, and each row contains its key.
    run: statement(byKey(`select ${run} from ${schema}.runs where (tenant = $1) is true and run_id = key`)),
    runs: statement(
      `select ${run} from ${schema}.runs where tenant = $1 and number < $2 order by number desc limit $3`,
    ),
    runsByStatus: statement(
      `select ${run} from ${schema}.runs where tenant || ' ' || status = $1 || ' ' || $4 and number < $2
       order by number desc limit $3`,
    ),
    abandonedRuns: statement(abandoned('true', `runs.tenant || ' in queue' = $1 || ' in queue'`)),
    abandonedRunsOf: statement(
      abandoned(
        'runs.application = $5',
        `runs.tenant || ' in queue of ' || runs.application = $1 || ' in queue of ' || $5`,
      ),
    ),
    abandonedRun: statement(
      `select ${run} from ${schema}.runs left join ${schema}.owners on owners.tenant = $1 and owners.owner = runs.owner
       where (runs.tenant = $1) is true and runs.run_id = $3 and runs.status = 'running'
         and (runs.owner = 'queue' or coalesce(owners.lease_until > ${now}, false) = false)`,
    ),
    liveApplications: statement(
      `select distinct application from ${schema}.owners where tenant = $1 and lease_until > ${now}`,
    ),
    // All rows of a run in one statement, each as JSON, and the records with the hash of the record before. $3: events.
    wholeRun: statement(
      byKey(`${part('run', `select ${run} from ${schema}.runs where (tenant = $1) is true and run_id = key`)}
        union all ${part(
          'approval',
          `select ${approval} from ${schema}.approvals where (tenant = $1) is true and run_id = key
           order by number desc`,
        )}
        union all ${part('effect', `select ${effect} from ${schema}.effects where tenant = $1 and run_id = key`)}
        union all ${part(
          'record',
          `select ${log},
             (select before.hash from ${bothLogs} as before
              where before.tenant = $1 and before.seq = log.seq - 1) as previous_hash
           from ${wholeLog}
           where (tenant = $1) is true and run_id = key and event = any ($3::text[]) order by seq limit $4`,
        )}
        union all ${part(
          'last',
          `select max(seq) as seq from ${wholeLog} where (tenant = $1) is true and run_id = key`,
        )}`),
    ),
    // The key of a step is its segment, a colon and the run id.
    steps: statement(
      byKey(`select run_id, segment, name, fingerprint, value from ${schema}.steps
        where tenant = $1 and run_id = substr(key, strpos(key, ':') + 1)
          and segment = split_part(key, ':', 1)::integer`),
    ),
    contextSteps: statement(
      byKey(`select run_id, segment, name, fingerprint, value from ${schema}.steps
        where tenant = $1 and run_id = key and segment = 0 and name in ('context:about', 'context:task')`),
    ),
    // Looks at $4 runs after number $2, and empties the context of those that ended before $3.
    removeContext: statement(
      `with page as (
         select number, run_id, status, updated_at from ${schema}.runs
         where tenant = $1 and number > $2 and created_at < $3 order by number limit $4
       ), ended as (
         select run_id from page where status not in ('running', 'suspended') and updated_at < $3
       ), steps_emptied as (
         update ${schema}.steps set value = ''
         where tenant = $1 and run_id in (select run_id from ended)
           and name not in ('context:about', 'context:task') and value <> ''
       ), results_emptied as (
         update ${schema}.effects set result = ''
         where tenant = $1 and run_id in (select run_id from ended) and result is not null and result <> ''
       )
       select max(number) as last from page`,
    ),
    effects: statement(byKey(`select ${effect} from ${schema}.effects where tenant = $1 and run_id = key`)),
    approval: statement(
      byKey(`select ${approval} from ${schema}.approvals where (tenant = $1) is true and approval_id = key`),
    ),
    grants: statement(
      byKey(`select uses_left, body from ${schema}.grants where tenant = $1 and run_id = key and uses_left > 0
          and expires_at > coalesce($3::double precision, extract(epoch from clock_timestamp()) * 1000)
        order by number`),
    ),
    allGrants: statement(
      byKey(
        `select uses_left, body from ${schema}.grants where tenant = $1 and run_id = key order by number`,
      ),
    ),
    tokens: statement(
      byKey(`select token_hash, run_id, approval_id, status, expires_at from ${schema}.tokens
        where tenant = $1 and run_id = key`),
    ),
    authorityRuns: statement(
      `select run_id from (
         (select distinct run_id from ${schema}.approvals where (tenant = $1) is true and run_id > $2
           order by run_id limit $3)
         union (select distinct run_id from ${schema}.tokens where tenant = $1 and run_id > $2 order by run_id limit $3)
         union (select distinct run_id from ${schema}.grants where tenant = $1 and run_id > $2 order by run_id limit $3)
         union (select distinct run_id from ${schema}.effects where tenant = $1 and run_id > $2 order by run_id limit $3)
       ) as found order by run_id limit $3`,
    ),
    approvals: statement(
      `select ${approval} from ${schema}.approvals where tenant = $1 and number < $2 order by number desc limit $3`,
    ),
    approvalsByStatus: statement(
      `select ${approval} from ${schema}.approvals where tenant || ' ' || status = $1 || ' ' || $4 and number < $2
       order by number desc limit $3`,
    ),
    // The key is the maximum number, a colon and the run id.
    firstApprovalsOfRun: statement(
      byKey(`select ${approval} from ${schema}.approvals
        where (tenant = $1) is true and run_id = substr(key, strpos(key, ':') + 1)
        order by number desc limit split_part(key, ':', 1)::integer`),
    ),
    approvalsByRun: statement(
      `select ${approval} from ${schema}.approvals
       where (tenant = $1) is true and number < $2 and run_id = $4 and ($5::text is null or status = $5)
       order by number desc limit $3`,
    ),
    logs: statement(`select ${log} from ${wholeLog} where tenant = $1 and ${logFilter}`),
    logsByRun: statement(
      `select ${log} from ${wholeLog} where (tenant = $1) is true and run_id = $6 and ${logFilter}`,
    ),
    logStart: statement(`select seq, hash from ${schema}.log_start where tenant = $1`),
    lastLog: statement(`select ${log} from ${schema}.log where tenant = $1 order by seq desc limit 1`),
  };
}

function part(name: string, rows: string): string {
  return `select '${name}' as part, row_to_json(one)::text as content from (${rows}) as one`;
}

// The offset forces a loop over the keys with one index lookup each, even without table statistics.
function byKey(lookup: string): string {
  return `select key, found.* from unnest($2::text[]) as asked (key) cross join lateral (${lookup} offset 0) as found`;
}

function milliseconds(column: string): string {
  return `extract(epoch from ${column}) * 1000 as ${column}`;
}
