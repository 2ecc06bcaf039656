/**
 * Migration 3: how a group of batches is committed. Every writer first takes the lock of its tenant's chain, so groups of
 * all processes are serialized. A writer numbers its groups: a group that is sent twice, because the connection was lost
 * before the response, is applied once.
 */
export const commitGroup = (schema: string) => `
create function ${schema}.lock_chain(
  p_tenant text, p_writer uuid, p_group bigint, p_time double precision,
  out seq bigint, out hash text, out now double precision, out is_repeated boolean, out outcomes jsonb
) language plpgsql set lock_timeout = '10s' as $function$
declare
  latest bigint;
begin
  select c.seq, c.hash into seq, hash from ${schema}.chains c where c.tenant = p_tenant for update;
  if not found then
    raise exception 'The tenant has no chain.' using errcode = 'SK002';
  end if;
  -- Taken under the lock, so that waiting for it cannot stretch an expiry.
  now := coalesce(p_time, floor(extract(epoch from clock_timestamp()) * 1000));
  select w.last_group, w.outcomes into latest, outcomes
    from ${schema}.writers w where w.tenant = p_tenant and w.writer = p_writer;
  is_repeated := coalesce(latest >= p_group, false);
end
$function$;

create function ${schema}.append_records(p_tenant text, p_records jsonb)
returns boolean language plpgsql as $function$
declare
  appended bigint;
begin
  if jsonb_array_length(p_records) = 0 then
    return true;
  end if;
  insert into ${schema}.log
    (tenant, seq, run_id, tool_call_id, event, attempt, decision, time, data, hash, identity)
    select p_tenant, (r ->> 0)::bigint, r ->> 1, r ->> 2, r ->> 3, (r ->> 4)::bigint, r ->> 5,
      (r ->> 6)::double precision, r ->> 7, r ->> 8, r ->> 9
    from jsonb_array_elements(p_records) r
    on conflict (tenant, identity) do nothing;
  get diagnostics appended = row_count;
  if appended <> jsonb_array_length(p_records) then
    return false;
  end if;
  update ${schema}.chains set seq = (p_records -> -1 ->> 0)::bigint, hash = p_records -> -1 ->> 8
    where tenant = p_tenant;
  perform pg_notify(${schema}.channel(p_tenant), p_records -> -1 ->> 0);
  return true;
end
$function$;

create function ${schema}.sign_off(p_tenant text, p_writer uuid, p_group bigint, p_outcomes jsonb)
returns void language plpgsql as $function$
begin
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  insert into ${schema}.writers (tenant, writer, last_group, outcomes, seen_at)
    values (p_tenant, p_writer, p_group, p_outcomes, clock_timestamp())
    on conflict (tenant, writer) do update
      set last_group = excluded.last_group, outcomes = excluded.outcomes, seen_at = excluded.seen_at;
end
$function$;

-- One round trip for a group whose records are chained already: all of it, or nothing and the reason.
create function ${schema}.commit_group(
  p_tenant text, p_writer uuid, p_group bigint, p_time double precision, p_batches jsonb,
  p_seq bigint, p_hash text, p_stamp double precision, p_records jsonb,
  out status text, out seq bigint, out hash text, out now double precision, out outcomes jsonb,
  out batch integer, out failed integer
) language plpgsql as $function$
declare
  is_repeated boolean;
begin
  select l.seq, l.hash, l.now, l.is_repeated, l.outcomes into seq, hash, now, is_repeated, outcomes
    from ${schema}.lock_chain(p_tenant, p_writer, p_group, p_time) l;
  if is_repeated then
    status := 'repeated';
    return;
  end if;
  if jsonb_array_length(p_records) > 0 and (seq <> p_seq or hash <> p_hash or abs(now - p_stamp) > 1000) then
    status := 'moved';
    return;
  end if;
  begin
    for position in 0 .. jsonb_array_length(p_batches) - 1 loop
      failed := ${schema}.apply_batch(p_tenant, now, p_batches -> position);
      if failed >= 0 then
        batch := position;
        raise exception 'lost' using errcode = 'SK001';
      end if;
    end loop;
    if not ${schema}.append_records(p_tenant, p_records) then
      raise exception 'known' using errcode = 'SK001';
    end if;
  exception when sqlstate 'SK001' then
    status := 'lost';
    return;
  end;
  perform ${schema}.sign_off(p_tenant, p_writer, p_group, null);
  status := 'kept';
end
$function$;

-- The first half of a transaction for a group in which something fails: each batch by itself, records still to come.
create function ${schema}.apply_group(
  p_tenant text, p_writer uuid, p_group bigint, p_time double precision, p_batches jsonb, p_identities text[],
  out status text, out seq bigint, out hash text, out now double precision, out outcomes jsonb, out known text[]
) language plpgsql as $function$
declare
  is_repeated boolean;
  failed integer;
begin
  select l.seq, l.hash, l.now, l.is_repeated, l.outcomes into seq, hash, now, is_repeated, outcomes
    from ${schema}.lock_chain(p_tenant, p_writer, p_group, p_time) l;
  if is_repeated then
    status := 'repeated';
    return;
  end if;
  outcomes := '[]';
  for position in 0 .. jsonb_array_length(p_batches) - 1 loop
    begin
      failed := ${schema}.apply_batch(p_tenant, now, p_batches -> position);
      if failed >= 0 then
        raise exception 'lost' using errcode = 'SK001';
      end if;
      outcomes := outcomes || to_jsonb(-1);
    exception
      when sqlstate 'SK001' then outcomes := outcomes || to_jsonb(failed);
      when others then outcomes := outcomes || to_jsonb(sqlstate || ' ' || sqlerrm);
    end;
  end loop;
  known := array(select l.identity from ${schema}.log l where (l.tenant = p_tenant) is true and l.identity = any (p_identities));
  status := 'applied';
end
$function$;

-- The second half: the records of the batches that were kept.
create function ${schema}.finish_group(
  p_tenant text, p_writer uuid, p_group bigint, p_outcomes jsonb, p_records jsonb
) returns void language plpgsql as $function$
begin
  if not ${schema}.append_records(p_tenant, p_records) then
    raise exception 'A record of this group exists already.' using errcode = 'SK003';
  end if;
  perform ${schema}.sign_off(p_tenant, p_writer, p_group, p_outcomes);
end
$function$;
`;
