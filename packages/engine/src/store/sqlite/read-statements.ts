import type { DatabaseSync } from 'node:sqlite';

const OF_AGENTS = '(?3 is null or runs.agent_name in (select value from json_each(?3)))';

/** Prepares all statements that only read. Listings read an index from the cursor on. */
export function prepareReads(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    run: prepare(`select * from runs where run_id = ?`),
    runs: prepare(`select * from runs where number < ? order by number desc limit ?`),
    runsByStatus: prepare(`select * from runs where status = ? and number < ? order by number desc limit ?`),
    abandonedRuns: prepare(abandonedRuns('true', 'runs_by_status')),
    abandonedRunsOf: prepare(abandonedRuns('runs.application = ?4', 'runs_in_queue')),
    abandonedRun: prepare(
      `select runs.* from runs left join owners on owners.owner = runs.owner where runs.run_id = ?2
         and runs.status = 'running' and (runs.owner = 'queue' or coalesce(owners.lease_until > ?1, 0) = 0)`,
    ),
    liveApplications: prepare(
      `select distinct application from owners indexed by owners_by_lease where lease_until > ?`,
    ),
    steps: prepare(`select * from steps where run_id = ? and segment = ?`),
    contextSteps: prepare(
      `select * from steps where run_id in (select value from json_each(?)) and segment = 0
         and name in ('context:about', 'context:task')`,
    ),
    effects: prepare(`select * from effects where run_id = ?`),
    approval: prepare(`select body from approvals where approval_id = ?`),
    approvals: prepare(`select number, body from approvals where number < ? order by number desc limit ?`),
    approvalsByStatus: prepare(
      `select number, body from approvals where status = ? and number < ? order by number desc limit ?`,
    ),
    approvalsByRun: prepare(
      `select number, body from approvals indexed by approvals_by_run
       where run_id = ? and (?2 is null or status = ?2) and number < ?3 order by number desc limit ?4`,
    ),
    grants: prepare(
      `select uses_left, body from grants where run_id = ? and uses_left > 0 and expires_at > ? order by number`,
    ),
    allGrants: prepare(`select uses_left, body from grants where run_id = ? order by number`),
    tokens: prepare(`select * from tokens where run_id = ?`),
    // Each part reads an index, and the parts are merged in its order.
    authorityRuns: prepare(
      `select run_id from approvals where run_id > ?1 union select run_id from tokens where run_id > ?1
       union select run_id from grants where run_id > ?1 union select run_id from effects where run_id > ?1
       order by run_id limit ?2`,
    ),
    logs: prepare(
      `select * from log where seq > ?1 and (?2 is null or event in (select value from json_each(?2))) and (?3 is null or timestamp >= ?3)
       order by seq limit ?4`,
    ),
    lastLog: prepare(`select * from log order by seq desc limit 1`),
    logsByRun: prepare(
      `select * from log indexed by log_by_run
       where run_id = ?5 and seq > ?1 and (?2 is null or event in (select value from json_each(?2))) and (?3 is null or timestamp >= ?3)
       order by seq limit ?4`,
    ),
    chainedLogsByRun: prepare(
      `select log.*, (select before.hash from log as before where before.seq = log.seq - 1) as previous_hash
       from log indexed by log_by_run
       where run_id = ? and event in (select value from json_each(?)) order by seq limit ?`,
    ),
    lastSeqOfRun: prepare(
      `select seq from log indexed by log_by_run where run_id = ? order by seq desc limit 1`,
    ),
  };
}

// Each half reads its own index, so the cost of the first does not depend on the length of the queue.
function abandonedRuns(condition: string, queueIndex: string): string {
  return `select * from (
      select 0 as place, runs.* from runs indexed by runs_in_hand left join owners on owners.owner = runs.owner
      where runs.status = 'running' and runs.owner <> 'queue' and coalesce(owners.lease_until > ?1, 0) = 0
        and ${OF_AGENTS} and ${condition} order by runs.number limit ?2)
    union all select * from (
      select 1 as place, runs.* from runs indexed by ${queueIndex}
      where runs.status = 'running' and runs.owner = 'queue' and ${OF_AGENTS} and ${condition}
      order by runs.number limit ?2)
    order by place, number limit ?2`;
}
