/**
 * Migration 2: what each write does. A batch is a list of [index, kind, ...values]; the result is the index of the first
 * write whose condition failed, or -1. A queued run notifies the workers.
 */
export const applyBatch = (schema: string) => `
-- A channel may be listened to by every role of the database, so it tells no names.
create function ${schema}.channel(p_tenant text) returns text language sql immutable as $function$
  select 'sekisho_' || md5('${schema}' || ' ' || p_tenant)
$function$;

create function ${schema}.apply_batch(p_tenant text, p_time double precision, p_writes jsonb)
returns integer language plpgsql as $function$
declare
  w jsonb;
  moment constant timestamptz := to_timestamp(p_time / 1000);
begin
  for position in 0 .. jsonb_array_length(p_writes) - 1 loop
    w := p_writes -> position;
    case w ->> 1
      when 'run.guard' then
        perform 1 from ${schema}.runs
          where (tenant = p_tenant) is true and run_id = w ->> 2 and epoch = (w ->> 3)::bigint and status = 'running';
      when 'step.put' then
        insert into ${schema}.steps (tenant, run_id, segment, name, fingerprint, value)
          values (p_tenant, w ->> 2, (w ->> 3)::integer, w ->> 4, w ->> 5, w ->> 6)
          on conflict (tenant, run_id, segment, name) do nothing;
        continue;
      when 'effect.start' then
        -- A tool that became destructive since the crash is not run again either.
        insert into ${schema}.effects as earlier
          (tenant, run_id, call_key, tool_call_id, tool_id, effect, args_digest, epoch, status)
          values (p_tenant, w ->> 2, w ->> 3, w ->> 4, w ->> 5, w ->> 6, w ->> 7, (w ->> 8)::bigint, 'started')
          on conflict (tenant, run_id, call_key) do update set
            tool_call_id = excluded.tool_call_id, tool_id = excluded.tool_id, effect = excluded.effect,
            args_digest = excluded.args_digest, epoch = excluded.epoch
          where earlier.status = 'started' and earlier.epoch < excluded.epoch
            and earlier.effect <> 'destructive' and excluded.effect <> 'destructive';
      when 'effect.end' then
        update ${schema}.effects set status = 'done', result = decode(w ->> 5, 'base64')
          where tenant = p_tenant and run_id = w ->> 2 and call_key = w ->> 3 and epoch = (w ->> 4)::bigint
            and status = 'started';
      when 'run.open' then
        insert into ${schema}.runs
          (tenant, run_id, status, segment, epoch, owner, agent_name, sdk_version, state, created_at, updated_at)
          values (p_tenant, w ->> 2, w ->> 3, (w ->> 4)::integer, (w ->> 5)::bigint, w ->> 6, w ->> 7, w ->> 8,
            decode(w ->> 9, 'base64'), moment, moment)
          on conflict (tenant, run_id) do nothing;
        if found and w ->> 6 = 'queue' then
          perform pg_notify(${schema}.channel(p_tenant), 'queued');
        end if;
      when 'run.suspend' then
        update ${schema}.runs set status = 'suspended', state = decode(w ->> 4, 'base64'), updated_at = moment
          where (tenant = p_tenant) is true and run_id = w ->> 2 and epoch = (w ->> 3)::bigint and status = 'running';
      when 'run.claim' then
        update ${schema}.runs
          set status = 'running', epoch = epoch + 1, segment = segment + (w ->> 5)::integer, owner = w ->> 6,
            updated_at = moment
          where (tenant = p_tenant) is true and run_id = w ->> 2 and epoch = (w ->> 3)::bigint and status = w ->> 4;
        if found and w ->> 6 = 'queue' then
          perform pg_notify(${schema}.channel(p_tenant), 'queued');
        end if;
      when 'run.finish' then
        update ${schema}.runs set status = w ->> 4, state = null, updated_at = moment
          where (tenant = p_tenant) is true and run_id = w ->> 2 and epoch = (w ->> 3)::bigint and status = 'running';
      when 'approval.create' then
        insert into ${schema}.approvals
          (tenant, approval_id, run_id, status, action_digest, expires_at, used_at, body)
          values (p_tenant, w ->> 2, w ->> 3, w ->> 4, w ->> 5, (w ->> 6)::double precision,
            (w ->> 7)::double precision, w ->> 8)
          on conflict (tenant, approval_id) do nothing;
        continue;
      when 'approval.decide' then
        -- Giving up a question permits nothing, so it is never too late.
        update ${schema}.approvals set status = w ->> 3, decision = w ->> 4, decided_at = p_time
          where (tenant = p_tenant) is true and approval_id = w ->> 2 and status = 'pending'
            and case w ->> 3 when 'cancelled' then true when 'expired' then expires_at <= p_time
              else expires_at > p_time end;
      when 'approval.extend' then
        update ${schema}.approvals set expires_at = (w ->> 3)::double precision
          where (tenant = p_tenant) is true and approval_id = w ->> 2 and status = 'pending' and expires_at > p_time
            and expires_at < (w ->> 3)::double precision;
      when 'approval.use' then
        update ${schema}.approvals set used_at = p_time
          where (tenant = p_tenant) is true and approval_id = w ->> 2 and action_digest = w ->> 3 and status = 'approved'
            and used_at is null;
      when 'token.issue' then
        insert into ${schema}.tokens (tenant, token_hash, run_id, approval_id, status, expires_at)
          values (p_tenant, w ->> 2, w ->> 3, w ->> 4, 'active', p_time + (w ->> 5)::double precision)
          on conflict (tenant, token_hash) do nothing;
        continue;
      when 'token.use' then
        update ${schema}.tokens set status = 'used', used_at = p_time
          where tenant = p_tenant and token_hash = w ->> 2 and run_id = w ->> 3 and status = 'active'
            and expires_at > p_time;
      when 'grant.give' then
        insert into ${schema}.grants (tenant, grant_id, run_id, uses_left, expires_at, body)
          values (p_tenant, w ->> 2, w ->> 3, (w ->> 4)::double precision, (w ->> 5)::double precision, w ->> 6)
          on conflict (tenant, grant_id) do nothing;
        continue;
      when 'grant.use' then
        update ${schema}.grants set uses_left = uses_left - 1
          where (tenant = p_tenant) is true and grant_id = w ->> 2 and uses_left > 0 and expires_at > p_time;
      when 'grant.revoke' then
        update ${schema}.grants set uses_left = 0
          where (tenant = p_tenant) is true and grant_id = w ->> 2 and run_id = w ->> 3 and uses_left > 0
            and expires_at > p_time;
      when 'effect.lose' then
        update ${schema}.effects set status = 'unknown'
          where tenant = p_tenant and run_id = w ->> 2 and call_key = w ->> 3 and status = 'started';
      when 'effect.settle' then
        update ${schema}.effects set status = 'done', result = decode(w ->> 4, 'base64')
          where tenant = p_tenant and run_id = w ->> 2 and call_key = w ->> 3 and status = 'unknown';
      when 'effect.forget' then
        delete from ${schema}.effects
          where tenant = p_tenant and run_id = w ->> 2 and call_key = w ->> 3 and status = 'unknown';
      when 'owner.beat' then
        insert into ${schema}.owners (tenant, owner, lease_until)
          values (p_tenant, w ->> 2, p_time + (w ->> 3)::double precision)
          on conflict (tenant, owner) do update set lease_until = excluded.lease_until;
        continue;
    end case;
    if not found then
      return (w ->> 0)::integer;
    end if;
  end loop;
  return -1;
end
$function$;
`;
