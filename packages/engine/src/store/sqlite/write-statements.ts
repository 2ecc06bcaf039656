import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** All statements that write, prepared once. */
export type WriteStatements = ReturnType<typeof prepareWrites>;

export function prepareWrites(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  /** Returns whether the statement changed one row. */
  const change = (sql: string) => {
    const statement = prepare(sql);
    return (...values: SQLInputValue[]): boolean => statement.run(...values).changes === 1;
  };
  const exists = (sql: string) => {
    const statement = prepare(sql);
    return (...values: SQLInputValue[]): boolean => statement.get(...values) !== undefined;
  };
  return {
    begin: prepare('begin immediate'),
    commit: prepare('commit'),
    rollback: prepare('rollback'),
    savepoint: prepare('savepoint batch'),
    release: prepare('release batch'),
    rollbackBatch: prepare('rollback to batch'),
    dataVersion: prepare('pragma data_version'),

    openRun: change(
      `insert into runs (run_id, status, segment, epoch, owner, agent_name, sdk_version, state, application, created_at, updated_at)
       values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10) on conflict (run_id) do nothing`,
    ),
    guardRun: exists(`select 1 from runs where run_id = ? and epoch = ? and status = 'running'`),
    suspendRun: change(
      `update runs set status = 'suspended', state = ?, updated_at = ?
       where run_id = ? and epoch = ? and status = 'running'`,
    ),
    claimRun: change(
      `update runs set status = 'running', epoch = epoch + 1, segment = segment + ?, owner = ?, updated_at = ?
       where run_id = ? and epoch = ? and status = ?`,
    ),
    adoptRun: change(
      `update runs set application = ?, state = ?, updated_at = ?
       where run_id = ? and epoch = ? and status in ('running', 'suspended') and application = ''`,
    ),
    finishRun: change(
      `update runs set status = ?, state = null, updated_at = ? where run_id = ? and epoch = ? and status = 'running'`,
    ),

    putStep: change(
      `insert into steps (run_id, segment, name, fingerprint, value) values (?, ?, ?, ?, ?)
       on conflict (run_id, segment, name) do nothing`,
    ),

    runsAfter: prepare(
      `select number, run_id, status, updated_at from runs where number > ? and created_at < ? order by number limit ?`,
    ),
    emptySteps: change(
      `update steps set value = '' where run_id = ? and name not in ('context:about', 'context:task') and value <> ''`,
    ),
    // An empty result is still a result: the row of a call that was executed must stay.
    emptyResults: change(
      `update effects set result = x'' where run_id = ? and result is not null and result <> x''`,
    ),

    // A tool that became destructive since the crash is not executed again.
    startEffect: change(
      `insert into effects (run_id, call_key, tool_call_id, tool_id, effect, args_digest, epoch, status, result)
       values (?, ?, ?, ?, ?, ?, ?, 'started', null)
       on conflict (run_id, call_key) do update set
         tool_call_id = excluded.tool_call_id, tool_id = excluded.tool_id, effect = excluded.effect,
         args_digest = excluded.args_digest, epoch = excluded.epoch
       where effects.status = 'started' and effects.epoch < excluded.epoch
         and effects.effect <> 'destructive' and excluded.effect <> 'destructive'`,
    ),
    endEffect: change(
      `update effects set status = 'done', result = ?
       where run_id = ? and call_key = ? and epoch = ? and status = 'started'`,
    ),
    loseEffect: change(
      `update effects set status = 'unknown' where run_id = ? and call_key = ? and status = 'started'`,
    ),
    settleEffect: change(
      `update effects set status = 'done', result = ? where run_id = ? and call_key = ? and status = 'unknown'`,
    ),
    forgetEffect: change(`delete from effects where run_id = ? and call_key = ? and status = 'unknown'`),

    createApproval: change(
      `insert into approvals (approval_id, run_id, status, body) values (?, ?, ?, ?) on conflict (approval_id) do nothing`,
    ),
    findApproval: prepare(`select body from approvals where approval_id = ?`),
    changeApproval: change(`update approvals set status = ?, body = ? where approval_id = ?`),

    issueToken: change(
      `insert into tokens (token_hash, run_id, approval_id, status, expires_at) values (?, ?, ?, 'active', ?)
       on conflict (token_hash) do nothing`,
    ),
    useToken: change(
      `update tokens set status = 'used', used_at = ?1
       where token_hash = ?2 and run_id = ?3 and status = 'active' and expires_at > ?1`,
    ),

    giveGrant: change(
      `insert into grants (grant_id, run_id, uses_left, expires_at, body) values (?, ?, ?, ?, ?)
       on conflict (grant_id) do nothing`,
    ),
    useGrant: change(
      `update grants set uses_left = uses_left - 1 where grant_id = ? and uses_left > 0 and expires_at > ?`,
    ),
    revokeGrant: change(
      `update grants set uses_left = 0 where grant_id = ? and run_id = ? and uses_left > 0 and expires_at > ?`,
    ),

    guardLog: exists(`select 1 from log indexed by log_by_run where run_id = ? and seq > ? limit 1`),
    logHead: prepare(`select seq, hash from log order by seq desc limit 1`),
    appendLog: change(
      `insert into log (seq, run_id, tool_call_id, event, attempt, decision, timestamp, data, hash)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (run_id, tool_call_id, event, attempt) where event not in ('audit.gap', 'audit.checkpoint') do nothing`,
    ),

    renewLease: change(
      `insert into owners (owner, application, lease_until) values (?, ?, ?)
       on conflict (owner) do update set application = excluded.application, lease_until = excluded.lease_until`,
    ),
  };
}
