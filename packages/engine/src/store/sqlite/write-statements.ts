import type { DatabaseSync } from 'node:sqlite';

/** All statements that write, prepared once. */
export type WriteStatements = ReturnType<typeof prepareWrites>;

export function prepareWrites(database: DatabaseSync) {
  return {
    begin: database.prepare('begin immediate'),
    commit: database.prepare('commit'),
    rollback: database.prepare('rollback'),
    savepoint: database.prepare('savepoint batch'),
    release: database.prepare('release batch'),
    rollbackBatch: database.prepare('rollback to batch'),

    openRun: database.prepare(
      `insert into runs (run_id, status, segment, epoch, owner, agent_name, sdk_version, state, application, created_at, updated_at)
       values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10) on conflict (run_id) do nothing`,
    ),
    guardRun: database.prepare(`select 1 from runs where run_id = ? and epoch = ? and status = 'running'`),
    suspendRun: database.prepare(
      `update runs set status = 'suspended', state = ?, updated_at = ?
       where run_id = ? and epoch = ? and status = 'running'`,
    ),
    claimRun: database.prepare(
      `update runs set status = 'running', epoch = epoch + 1, segment = segment + ?, owner = ?, updated_at = ?
       where run_id = ? and epoch = ? and status = ?`,
    ),
    adoptRun: database.prepare(
      `update runs set application = ?, state = ?, updated_at = ?
       where run_id = ? and epoch = ? and status in ('running', 'suspended') and application = ''`,
    ),
    finishRun: database.prepare(
      `update runs set status = ?, state = null, updated_at = ? where run_id = ? and epoch = ? and status = 'running'`,
    ),

    putStep: database.prepare(
      `insert into steps (run_id, segment, name, fingerprint, value) values (?, ?, ?, ?, ?)
       on conflict (run_id, segment, name) do nothing`,
    ),

    runsAfter: database.prepare(
      `select number, run_id, status, updated_at from runs where number > ? and created_at < ? order by number limit ?`,
    ),
    emptySteps: database.prepare(
      `update steps set value = '' where run_id = ? and name not in ('context:about', 'context:task') and value <> ''`,
    ),
    // An empty result is still a result: the row of a call that was executed must stay.
    emptyResults: database.prepare(
      `update effects set result = x'' where run_id = ? and result is not null and result <> x''`,
    ),

    // A tool that became destructive since the crash is not executed again.
    startEffect: database.prepare(
      `insert into effects (run_id, call_key, tool_call_id, tool_id, effect, args_digest, epoch, status, result)
       values (?, ?, ?, ?, ?, ?, ?, 'started', null)
       on conflict (run_id, call_key) do update set
         tool_call_id = excluded.tool_call_id, tool_id = excluded.tool_id, effect = excluded.effect,
         args_digest = excluded.args_digest, epoch = excluded.epoch
       where effects.status = 'started' and effects.epoch < excluded.epoch
         and effects.effect <> 'destructive' and excluded.effect <> 'destructive'`,
    ),
    endEffect: database.prepare(
      `update effects set status = 'done', result = ?
       where run_id = ? and call_key = ? and epoch = ? and status = 'started'`,
    ),
    loseEffect: database.prepare(
      `update effects set status = 'unknown' where run_id = ? and call_key = ? and status = 'started'`,
    ),
    settleEffect: database.prepare(
      `update effects set status = 'done', result = ? where run_id = ? and call_key = ? and status = 'unknown'`,
    ),
    forgetEffect: database.prepare(
      `delete from effects where run_id = ? and call_key = ? and status = 'unknown'`,
    ),

    createApproval: database.prepare(
      `insert into approvals (approval_id, run_id, status, body) values (?, ?, ?, ?) on conflict (approval_id) do nothing`,
    ),
    findApproval: database.prepare(`select body from approvals where approval_id = ?`),
    changeApproval: database.prepare(`update approvals set status = ?, body = ? where approval_id = ?`),

    issueToken: database.prepare(
      `insert into tokens (token_hash, run_id, approval_id, status, expires_at) values (?, ?, ?, 'active', ?)
       on conflict (token_hash) do nothing`,
    ),
    useToken: database.prepare(
      `update tokens set status = 'used', used_at = ?1
       where token_hash = ?2 and run_id = ?3 and status = 'active' and expires_at > ?1`,
    ),

    giveGrant: database.prepare(
      `insert into grants (grant_id, run_id, uses_left, expires_at, body) values (?, ?, ?, ?, ?)
       on conflict (grant_id) do nothing`,
    ),
    useGrant: database.prepare(
      `update grants set uses_left = uses_left - 1 where grant_id = ? and uses_left > 0 and expires_at > ?`,
    ),
    revokeGrant: database.prepare(
      `update grants set uses_left = 0 where grant_id = ? and run_id = ? and uses_left > 0 and expires_at > ?`,
    ),

    guardLog: database.prepare(
      `select 1 from log indexed by log_by_run where run_id = ? and seq > ? limit 1`,
    ),
    logHead: database.prepare(`select seq, hash from log order by seq desc limit 1`),
    appendLog: database.prepare(
      `insert into log (seq, run_id, tool_call_id, event, attempt, decision, timestamp, data, hash)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (run_id, tool_call_id, event, attempt) where event not in ('audit.gap', 'audit.checkpoint') do nothing`,
    ),

    renewLease: database.prepare(
      `insert into owners (owner, application, lease_until) values (?, ?, ?)
       on conflict (owner) do update set application = excluded.application, lease_until = excluded.lease_until`,
    ),
  };
}
