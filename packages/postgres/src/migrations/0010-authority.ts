/**
 * Migration 10: tokens and grants of version 0.1 have no MAC in the audit log and are dropped. Unused decisions are revoked,
 * so that a person is asked again; the requests stay and keep their ids. A call whose outcome was decided becomes unknown
 * again. The action digest of such a request is the digest of the arguments, a colon and an epoch. Bodies are read as text,
 * because they may contain characters that PostgreSQL's JSON does not support.
 */
export const authority = (schema: string) => `
delete from ${schema}.tokens;
delete from ${schema}.grants;
insert into ${schema}.effects (tenant, run_id, call_key, tool_call_id, tool_id, effect, args_digest, epoch, status)
  select a.tenant, a.run_id, c.call_key, ${textIn('tool_call_id')}, ${textIn('tool_id')}, 'destructive',
    split_part(a.action_digest, ':', 1),
    coalesce(
      (select max(l.attempt) from ${schema}.log as l
        where l.tenant = a.tenant and l.run_id = a.run_id and l.event = 'tool.start' and l.tool_call_id = c.call_key),
      r.epoch - 1),
    'unknown'
  from ${schema}.approvals as a
    join ${schema}.runs as r on r.tenant = a.tenant and r.run_id = a.run_id
    cross join lateral (select ${textIn('call_key')} as call_key) as c
  where a.action_digest like '%:%' and a.status = 'approved' and ${IS_NOT_USED}
  on conflict (tenant, run_id, call_key) do update set status = excluded.status, result = null;
update ${schema}.approvals as a set status = 'pending', decision = null, decided_at = null,
    body = '{"reissued":true,' || substr(a.body, 2)
  from ${schema}.runs as r
  where r.tenant = a.tenant and r.run_id = a.run_id and a.status in ('approved', 'denied', 'expired') and ${IS_NOT_USED};
`;

const IS_NOT_USED = `a.used_at is null and r.status = 'suspended'
    and substring(a.body from '"turn":"([0-9]+)"') = r.segment::text`;

/** A text in the body of a request. */
const textIn = (field: string) =>
  `substring(a.body from '"${field}":("(?:[^"\\\\]|\\\\.)*")')::json #>> '{}'`;
