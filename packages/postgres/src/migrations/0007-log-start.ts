/**
 * Migration 7: the log may begin in the middle of its chain. Records that were archived and exported are removed from its
 * beginning. The position of the last removed record is stored, because the next record is chained to it.
 */
export const logStart = (schema: string) => `
create table ${schema}.log_start (
  tenant text collate "C" primary key,
  seq bigint not null,
  hash text not null
);
alter table ${schema}.log_start enable row level security;
create policy tenant_only on ${schema}.log_start
  using (tenant in (select a.tenant from ${schema}.tenant_access a where a.role_name = current_user));

-- The beginning is noted before anything is removed, so a removal that dies halfway is finished by the next one.
create function ${schema}.remove_archive(p_tenant text, p_seq bigint, p_hash text, p_most integer)
returns bigint language plpgsql as $function$
declare
  removed bigint;
begin
  if not exists (select 1 from ${schema}.log_start where tenant = p_tenant and seq = p_seq and hash = p_hash) then
    insert into ${schema}.log_start as earlier (tenant, seq, hash)
      select tenant, seq, hash from ${schema}.log_archive where tenant = p_tenant and seq = p_seq and hash = p_hash
      on conflict (tenant) do update set seq = excluded.seq, hash = excluded.hash where earlier.seq < excluded.seq;
    if not found then
      return -1;
    end if;
  end if;
  delete from ${schema}.log_archive where tenant = p_tenant and seq in (
    select seq from ${schema}.log_archive where tenant = p_tenant and seq <= p_seq order by seq limit p_most);
  get diagnostics removed = row_count;
  return removed;
end
$function$;
`;
