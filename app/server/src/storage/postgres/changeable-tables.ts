/** Creates titles, versions, warnings and feedback, and the functions that change and delete rows. */
export const changeableTables = (schema: string): string => `
alter table ${schema}.sessions add column title text, add column version integer not null default 1;
alter table ${schema}.templates add column version integer not null default 1;
alter table ${schema}.messages add column warnings text not null default '[]';

create table ${schema}.feedback (
  message_id text primary key references ${schema}.messages (id) on delete cascade,
  rating text not null check (rating in ('good', 'bad')), comment text, created_at bigint not null
);

create index cases_by_template on ${schema}.cases (template_id);

-- A text in one case and one width of letters, so that a search finds every way to write it.
create function ${schema}.holds(p_text text, p_wanted text) returns boolean language sql immutable as $function$
  select position(lower(normalize(p_wanted, NFKC)) in lower(normalize(coalesce(p_text, ''), NFKC))) > 0
$function$;

create or replace function ${schema}.add_exchange(p_messages jsonb, p_request jsonb)
  returns void language plpgsql as $function$
begin
  if p_request is not null then
    delete from ${schema}.messages
      where session_id = p_messages -> 0 ->> 'session_id' and request_key = p_request ->> 'key';
  end if;
  insert into ${schema}.messages (id, session_id, role, content, is_fallback, request_key, warnings, created_at)
    select m ->> 'id', m ->> 'session_id', m ->> 'role', m ->> 'content', (m ->> 'is_fallback')::boolean,
      m ->> 'request_key', coalesce(m ->> 'warnings', '[]'), (m ->> 'created_at')::bigint
    from jsonb_array_elements(p_messages) with ordinality as list (m, place) order by place;
  if p_request ->> 'reply' is not null then
    insert into ${schema}.requests (user_id, key, digest, reply, expires_at)
      values (p_request ->> 'user_id', p_request ->> 'key', p_request ->> 'digest', p_request ->> 'reply',
        (p_request ->> 'expires_at')::bigint)
      on conflict (user_id, key) do update set reply = excluded.reply, expires_at = excluded.expires_at;
  elsif p_request is not null then
    delete from ${schema}.requests
      where user_id = p_request ->> 'user_id' and key = p_request ->> 'key' and reply is null;
  end if;
end
$function$;

create function ${schema}.remove_session(p_user text, p_id text, p_version integer, p_mark text)
  returns text language plpgsql as $function$
declare
  v_version integer;
begin
  select version into v_version from ${schema}.sessions where id = p_id and user_id = p_user for update;
  if not found then
    return 'missing';
  end if;
  if v_version <> p_version then
    return 'changed';
  end if;
  delete from ${schema}.messages where session_id = p_id;
  delete from ${schema}.requests where user_id = p_user and position(p_mark in reply) > 0;
  delete from ${schema}.sessions where id = p_id;
  return 'removed';
end
$function$;

-- The steps of a template or its replacement; dependencies are ids that the caller made.
create function ${schema}.add_steps(p_template text, p_steps jsonb) returns void language sql as $function$
  insert into ${schema}.step_templates
    (id, template_id, seq, name, basis, offset_days, required_artifacts, depends_on_json)
    select s ->> 'id', p_template, (s ->> 'seq')::integer, s ->> 'name', s ->> 'basis',
      (s ->> 'offset_days')::integer, s ->> 'required_artifacts', s ->> 'depends_on_json'
    from jsonb_array_elements(p_steps) s
$function$;

create or replace function ${schema}.add_template(p_template jsonb) returns boolean language plpgsql as $function$
begin
  insert into ${schema}.templates (id, user_id, name, version, created_at)
    values (p_template ->> 'id', p_template ->> 'user_id', p_template ->> 'name',
      coalesce((p_template ->> 'version')::integer, 1), (p_template ->> 'created_at')::bigint)
    on conflict (user_id, name) do nothing;
  if not found then
    return false;
  end if;
  perform ${schema}.add_steps(p_template ->> 'id', p_template -> 'steps');
  return true;
end
$function$;

create function ${schema}.replace_template(p_template jsonb, p_expected integer)
  returns text language plpgsql as $function$
begin
  update ${schema}.templates
    set name = p_template ->> 'name', version = (p_template ->> 'version')::integer
    where id = p_template ->> 'id' and version = p_expected;
  if not found then
    return 'changed';
  end if;
  delete from ${schema}.step_templates where template_id = p_template ->> 'id';
  perform ${schema}.add_steps(p_template ->> 'id', p_template -> 'steps');
  return 'replaced';
exception when unique_violation then
  if exists (select 1 from ${schema}.templates where user_id = p_template ->> 'user_id'
      and name = p_template ->> 'name' and id <> p_template ->> 'id') then
    return 'name-taken';
  end if;
  raise;
end
$function$;

create function ${schema}.remove_template(p_user text, p_id text, p_version integer)
  returns text language plpgsql as $function$
declare
  v_version integer;
begin
  select version into v_version from ${schema}.templates where id = p_id and user_id = p_user for update;
  if not found then
    return 'missing';
  end if;
  if v_version <> p_version then
    return 'changed';
  end if;
  delete from ${schema}.step_templates where template_id = p_id;
  delete from ${schema}.templates where id = p_id;
  return 'removed';
exception when foreign_key_violation then
  return 'in-use';
end
$function$;

create function ${schema}.remove_case(p_user text, p_id text, p_version integer)
  returns text language plpgsql as $function$
declare
  v_version integer;
begin
  select version into v_version from ${schema}.cases where id = p_id and user_id = p_user for update;
  if not found then
    return 'missing';
  end if;
  if v_version <> p_version then
    return 'changed';
  end if;
  delete from ${schema}.step_instances where case_id = p_id;
  delete from ${schema}.cases where id = p_id;
  return 'removed';
end
$function$;
`;
