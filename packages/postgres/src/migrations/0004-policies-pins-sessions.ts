/** Migration 4: policy profiles, accepted MCP tool definitions and the histories of conversations. */
export const policiesPinsSessions = (schema: string) => `
create table ${schema}.policies (
  tenant text collate "C" not null,
  name text collate "C" not null,
  body text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant, name)
);

create table ${schema}.tool_pins (
  tenant text collate "C" not null,
  server_id text collate "C" not null,
  tool_name text collate "C" not null,
  body text not null,
  primary key (tenant, server_id, tool_name)
);

-- The row that a change of a history locks.
create table ${schema}.session_heads (
  tenant text collate "C" not null,
  session_id text collate "C" not null,
  last bigint not null,
  primary key (tenant, session_id)
) with (fillfactor = 50);

create table ${schema}.session_items (
  tenant text collate "C" not null,
  session_id text collate "C" not null,
  number bigint not null,
  item text not null,
  primary key (tenant, session_id, number)
);

create table ${schema}.session_operations (
  tenant text collate "C" not null,
  session_id text collate "C" not null,
  operation_id text collate "C" not null,
  fingerprint text not null,
  primary key (tenant, session_id, operation_id)
);

create function ${schema}.append_items(p_tenant text, p_session text, p_items text[])
returns void language sql as $function$
  with head as (
    insert into ${schema}.session_heads as h (tenant, session_id, last)
      values (p_tenant, p_session, cardinality(p_items))
      on conflict (tenant, session_id) do update set last = h.last + cardinality(p_items)
      returning last - cardinality(p_items) as before
  )
  insert into ${schema}.session_items (tenant, session_id, number, item)
    select p_tenant, p_session, head.before + list.place, list.item
    from head, unnest(p_items) with ordinality as list (item, place)
$function$;
`;
