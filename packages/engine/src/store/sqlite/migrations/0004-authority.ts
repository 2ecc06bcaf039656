/**
 * Migration 4: tokens and grants of version 0.1 have no MAC in the audit log and are deleted. Unused decisions are
 * withdrawn, so that a person decides again; the requests keep their ids. A call whose outcome was decided is unknown
 * again. The action digest of such a request is the digest of the arguments, a colon and an epoch.
 */
export const AUTHORITY = `
create index if not exists tokens_by_run on tokens (run_id);
delete from tokens;
delete from grants;
insert or replace into effects
  select a.run_id, a.body ->> '$.call_key', a.body ->> '$.tool_call_id', a.body ->> '$.tool_id', 'destructive',
    substr(a.body ->> '$.action_digest', 1, instr(a.body ->> '$.action_digest', ':') - 1),
    coalesce(
      (select max(attempt) from log
        where log.run_id = a.run_id and event = 'tool.start' and tool_call_id = a.body ->> '$.call_key'),
      runs.epoch - 1),
    'unknown', null
  from approvals as a join runs on runs.run_id = a.run_id
  where a.body ->> '$.kind' = 'outcome' and a.status = 'approved' and a.body ->> '$.used_at' is null
    and runs.status = 'suspended' and cast(runs.segment as text) = a.body ->> '$.turn';
update approvals set
  status = 'pending',
  body = json_remove(
    json_set(body, '$.status', 'pending', '$.reissued', json('true')), '$.decided_at', '$.decided_by', '$.comment', '$.edited_args')
where status in ('approved', 'denied', 'expired') and json_extract(body, '$.used_at') is null
  and exists (
    select 1 from runs where runs.run_id = approvals.run_id and runs.status = 'suspended'
      and cast(runs.segment as text) = json_extract(approvals.body, '$.turn'));
`;
