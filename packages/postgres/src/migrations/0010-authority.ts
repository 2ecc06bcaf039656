/**
 * Migration 10: tokens and grants of version 0.1 have no MAC in the audit log and are dropped. Decisions that were not used
 * are taken back, so that a person is asked again; the requests stay and keep their ids. The turn is read as text, because
 * a body may hold characters that PostgreSQL's JSON cannot.
 */
export const authority = (schema: string) => `
delete from ${schema}.tokens;
delete from ${schema}.grants;
update ${schema}.approvals as a set status = 'pending', decision = null, decided_at = null,
    body = '{"reissued":true,' || substr(a.body, 2)
  from ${schema}.runs as r
  where r.tenant = a.tenant and r.run_id = a.run_id and r.status = 'suspended'
    and a.status in ('approved', 'denied', 'expired') and a.used_at is null
    and substring(a.body from '"turn":"([0-9]+)"') = r.segment::text;
`;
