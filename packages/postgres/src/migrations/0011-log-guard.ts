/**
 * Migration 11: the write `log.guard`, which is the first of its batch. It fails when the log has a record of the run after
 * the given sequence number. The writer holds the lock of the chain, so no other record can be appended before the commit.
 */
export const logGuard = (schema: string) => `
alter function ${schema}.apply_batch(text, double precision, jsonb) rename to apply_writes;

create function ${schema}.apply_batch(p_tenant text, p_time double precision, p_writes jsonb)
returns integer language plpgsql as $function$
declare
  w constant jsonb := p_writes -> 0;
begin
  if w ->> 1 is distinct from 'log.guard' then
    return ${schema}.apply_writes(p_tenant, p_time, p_writes);
  end if;
  perform 1 from ${schema}.log
    where (tenant = p_tenant) is true and run_id = w ->> 2 and seq > (w ->> 3)::bigint limit 1;
  if found then
    return (w ->> 0)::integer;
  end if;
  return ${schema}.apply_writes(p_tenant, p_time, p_writes - 0);
end
$function$;
`;
