/** The schema, one migration per version. A released migration never changes. */
export const MIGRATIONS: readonly string[] = [
  `
  create table sessions (
    number integer primary key, id text not null unique, user_id text not null, context text not null,
    created_at integer not null
  ) strict;
  create index sessions_by_user on sessions (user_id, number);

  create table messages (
    number integer primary key, id text not null unique, session_id text not null references sessions (id),
    role text not null check (role in ('user', 'assistant')), content text not null,
    is_fallback integer not null, request_key text, created_at integer not null
  ) strict;
  create index messages_by_session on messages (session_id, number);

  create table requests (
    user_id text not null, key text not null, digest text not null, reply text, expires_at integer not null,
    primary key (user_id, key)
  ) strict, without rowid;
  create index requests_by_expiry on requests (expires_at);

  create table templates (
    number integer primary key, id text not null unique, user_id text not null, name text not null,
    created_at integer not null, unique (user_id, name)
  ) strict;
  create index templates_by_user on templates (user_id, number);

  create table step_templates (
    id text not null primary key, template_id text not null references templates (id), seq integer not null,
    name text not null, basis text not null, offset_days integer not null, required_artifacts text not null,
    depends_on_json text not null, unique (template_id, seq)
  ) strict;

  create table cases (
    number integer primary key, id text not null unique, user_id text not null,
    template_id text not null references templates (id), name text not null, goal_date integer not null,
    version integer not null, created_at integer not null
  ) strict;
  create index cases_by_user on cases (user_id, number);

  create table step_instances (
    id text not null primary key, case_id text not null references cases (id), seq integer not null,
    name text not null, basis text not null, offset_days integer not null, required_artifacts text not null,
    depends_on_json text not null, due_date integer not null, status text not null, is_locked integer not null,
    assignee text, unique (case_id, seq)
  ) strict;
  `,
  `
  alter table sessions add column title text;
  alter table sessions add column version integer not null default 1;
  alter table templates add column version integer not null default 1;
  alter table messages add column warnings text not null default '[]';

  create table feedback (
    message_id text not null primary key references messages (id) on delete cascade,
    rating text not null check (rating in ('good', 'bad')), comment text, created_at integer not null
  ) strict, without rowid;

  create index cases_by_template on cases (template_id);
  `,
  'create index step_instances_by_assignee on step_instances (assignee, case_id) where assignee is not null;',
];
