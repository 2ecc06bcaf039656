/**
 * Migration 4: tokens and grants of version 0.1 have no MAC in the audit log and are dropped. Decisions that were not used
 * are taken back, so that a person is asked again; the requests stay and keep their ids.
 */
export const AUTHORITY = `
create index if not exists tokens_by_run on tokens (run_id);
delete from tokens;
delete from grants;
update approvals set
  status = 'pending',
  body = json_remove(
    json_set(body, '$.status', 'pending', '$.reissued', json('true')), '$.decided_at', '$.decided_by', '$.comment', '$.edited_args')
where status in ('approved', 'denied', 'expired') and json_extract(body, '$.used_at') is null
  and exists (
    select 1 from runs where runs.run_id = approvals.run_id and runs.status = 'suspended'
      and cast(runs.segment as text) = json_extract(approvals.body, '$.turn'));
`;
