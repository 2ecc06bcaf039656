/** Migration 5: old audit records move to a table of their own, which may be stored on a slower disk; the chain is not changed. */
export const logArchive = (schema: string) => `
create table ${schema}.log_archive (like ${schema}.log including constraints including comments);
alter table ${schema}.log_archive add primary key (tenant, seq);
create index log_archive_by_run on ${schema}.log_archive (run_id, seq);

-- The newest record stays, so that the end of the chain is never empty.
create function ${schema}.archive_log(p_tenant text, p_before timestamptz, p_most integer)
returns bigint language plpgsql as $function$
declare
  newest bigint;
  moved bigint;
begin
  select seq into newest from ${schema}.chains where tenant = p_tenant for update;
  with oldest as (
    select seq, time from ${schema}.log where tenant = p_tenant and seq < newest order by seq limit p_most
  ), young as (
    select coalesce(min(seq), newest) as first from oldest where time >= extract(epoch from p_before) * 1000
  ), moving as (
    -- A prefix of the chain: a record that is old stays while one before it is young.
    delete from ${schema}.log
      where tenant = p_tenant and seq in (select oldest.seq from oldest, young where oldest.seq < young.first)
      returning *
  )
  insert into ${schema}.log_archive select * from moving;
  get diagnostics moved = row_count;
  return moved;
end
$function$;

create function ${schema}.remove_finished_runs(p_tenant text, p_before timestamptz, p_most integer)
returns bigint language plpgsql as $function$
declare
  ids text[];
begin
  perform 1 from ${schema}.chains where tenant = p_tenant for update;
  ids := array(
    select run_id from ${schema}.runs
    where tenant || ' ' || status in (
        p_tenant || ' done', p_tenant || ' failed', p_tenant || ' denied', p_tenant || ' expired')
      and updated_at < p_before
    limit p_most);
  delete from ${schema}.steps where tenant = p_tenant and run_id = any (ids);
  delete from ${schema}.effects where tenant = p_tenant and run_id = any (ids);
  delete from ${schema}.tokens where tenant = p_tenant and run_id = any (ids);
  delete from ${schema}.grants where tenant = p_tenant and run_id = any (ids);
  delete from ${schema}.approvals where tenant = p_tenant and run_id = any (ids);
  delete from ${schema}.runs where tenant = p_tenant and run_id = any (ids);
  delete from ${schema}.writers where tenant = p_tenant and seen_at < clock_timestamp() - interval '1 day';
  delete from ${schema}.owners where tenant = p_tenant and owner not in (
      select owner from ${schema}.runs where tenant = p_tenant)
    and lease_until < (extract(epoch from clock_timestamp()) - 86400) * 1000;
  return cardinality(ids);
end
$function$;
`;
