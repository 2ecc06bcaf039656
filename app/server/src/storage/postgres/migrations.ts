import type { Migrations } from '@sekisho/postgres';
import { changeableTables } from './changeable-tables.ts';
import { consoleTables } from './console-tables.ts';
import { reviewTables } from './review-tables.ts';
import { sessionColumns } from './session-columns.ts';

/** The schema of the service, one migration per version. A released migration never changes. */
export const MIGRATIONS: Migrations = [
  (schema) => `
create table ${schema}.sessions (
  number bigint generated always as identity primary key, id text not null unique, user_id text not null,
  context text not null, created_at bigint not null
);
create index sessions_by_user on ${schema}.sessions (user_id, number);

create table ${schema}.messages (
  number bigint generated always as identity primary key, id text not null unique,
  session_id text not null references ${schema}.sessions (id),
  role text not null check (role in ('user', 'assistant')), content text not null,
  is_fallback boolean not null, request_key text, created_at bigint not null
);
create index messages_by_session on ${schema}.messages (session_id, number);

create table ${schema}.requests (
  user_id text not null, key text not null, digest text not null, reply text, expires_at bigint not null,
  primary key (user_id, key)
);
create index requests_by_expiry on ${schema}.requests (expires_at);

create table ${schema}.templates (
  number bigint generated always as identity primary key, id text not null unique, user_id text not null,
  name text not null, created_at bigint not null, unique (user_id, name)
);
create index templates_by_user on ${schema}.templates (user_id, number);

create table ${schema}.step_templates (
  id text primary key, template_id text not null references ${schema}.templates (id), seq integer not null,
  name text not null, basis text not null, offset_days integer not null, required_artifacts text not null,
  depends_on_json text not null, unique (template_id, seq)
);

create table ${schema}.cases (
  number bigint generated always as identity primary key, id text not null unique, user_id text not null,
  template_id text not null references ${schema}.templates (id), name text not null, goal_date integer not null,
  version integer not null, created_at bigint not null
);
create index cases_by_user on ${schema}.cases (user_id, number);

create table ${schema}.step_instances (
  id text primary key, case_id text not null references ${schema}.cases (id), seq integer not null,
  name text not null, basis text not null, offset_days integer not null, required_artifacts text not null,
  depends_on_json text not null, due_date integer not null, status text not null, is_locked boolean not null,
  assignee text, unique (case_id, seq)
);

-- Each change is one function, and so one round trip and one transaction.
create function ${schema}.add_exchange(p_messages jsonb, p_request jsonb) returns void language plpgsql as $function$
begin
  if p_request is not null then
    delete from ${schema}.messages
      where session_id = p_messages -> 0 ->> 'session_id' and request_key = p_request ->> 'key';
  end if;
  insert into ${schema}.messages (id, session_id, role, content, is_fallback, request_key, created_at)
    select m ->> 'id', m ->> 'session_id', m ->> 'role', m ->> 'content', (m ->> 'is_fallback')::boolean,
      m ->> 'request_key', (m ->> 'created_at')::bigint
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

create function ${schema}.add_template(p_template jsonb) returns boolean language plpgsql as $function$
begin
  insert into ${schema}.templates (id, user_id, name, created_at)
    values (p_template ->> 'id', p_template ->> 'user_id', p_template ->> 'name', (p_template ->> 'created_at')::bigint)
    on conflict (user_id, name) do nothing;
  if not found then
    return false;
  end if;
  insert into ${schema}.step_templates
    (id, template_id, seq, name, basis, offset_days, required_artifacts, depends_on_json)
    select s ->> 'id', p_template ->> 'id', (s ->> 'seq')::integer, s ->> 'name', s ->> 'basis',
      (s ->> 'offset_days')::integer, s ->> 'required_artifacts', s ->> 'depends_on_json'
    from jsonb_array_elements(p_template -> 'steps') s;
  return true;
end
$function$;

create function ${schema}.add_case(p_case jsonb) returns void language plpgsql as $function$
begin
  insert into ${schema}.cases (id, user_id, template_id, name, goal_date, version, created_at)
    values (p_case ->> 'id', p_case ->> 'user_id', p_case ->> 'template_id', p_case ->> 'name',
      (p_case ->> 'goal_date')::integer, (p_case ->> 'version')::integer, (p_case ->> 'created_at')::bigint);
  insert into ${schema}.step_instances (id, case_id, seq, name, basis, offset_days, required_artifacts,
      depends_on_json, due_date, status, is_locked, assignee)
    select s ->> 'id', p_case ->> 'id', (s ->> 'seq')::integer, s ->> 'name', s ->> 'basis',
      (s ->> 'offset_days')::integer, s ->> 'required_artifacts', s ->> 'depends_on_json',
      (s ->> 'due_date')::integer, s ->> 'status', (s ->> 'is_locked')::boolean, s ->> 'assignee'
    from jsonb_array_elements(p_case -> 'steps') s;
end
$function$;

create function ${schema}.replace_case(p_case jsonb, p_expected integer) returns boolean language plpgsql as $function$
begin
  update ${schema}.cases
    set name = p_case ->> 'name', goal_date = (p_case ->> 'goal_date')::integer,
      version = (p_case ->> 'version')::integer
    where id = p_case ->> 'id' and version = p_expected;
  if not found then
    return false;
  end if;
  update ${schema}.step_instances i
    set due_date = (s ->> 'due_date')::integer, status = s ->> 'status', is_locked = (s ->> 'is_locked')::boolean,
      assignee = s ->> 'assignee'
    from jsonb_array_elements(p_case -> 'steps') s
    where i.id = s ->> 'id' and i.case_id = p_case ->> 'id';
  return true;
end
$function$;
`,
  consoleTables,
  changeableTables,
  sessionColumns,
  reviewTables,
  (schema) =>
    `create index step_instances_by_assignee on ${schema}.step_instances (assignee, case_id) where assignee is not null;`,
];
