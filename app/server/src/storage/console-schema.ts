/** The console's own tables, one migration per version. A released migration never changes. */
export const CONSOLE_MIGRATIONS: readonly string[] = [
  `
  create table tokens (
    id text primary key, hash text not null unique, name text not null,
    role text not null check (role in ('viewer', 'approver', 'admin')), created_by text not null,
    created_at text not null, expires_at text, last_used_at text, revoked_at text
  ) strict;

  create table login_links (
    hash text primary key, user_id text not null, role text not null, expires_at integer not null
  ) strict, without rowid;

  create table sessions (
    hash text primary key, user_id text not null, role text not null, csrf_token text not null, token_id text,
    expires_at integer not null
  ) strict, without rowid;

  create table runs (
    number integer primary key, run_id text not null unique, scenario text not null, started_by text not null,
    user_intent text not null, language text not null
  ) strict;

  create table model_calls (
    number integer primary key, run_id text not null, started_at text not null, ended_at text not null,
    model text not null, input_tokens integer not null, output_tokens integer not null, cost_usd real not null,
    has_failed integer not null, answer text not null
  ) strict;
  create index model_calls_by_run on model_calls (run_id);

  create table tool_outputs (
    number integer primary key, run_id text not null, tool_id text not null, args text not null, output text not null
  ) strict;
  create index tool_outputs_by_run on tool_outputs (run_id);

  create table documents (
    kind text not null, name text not null, version integer not null, body text not null,
    changed_by text not null, changed_at text not null, primary key (kind, name)
  ) strict, without rowid;

  create table claims (name text primary key) strict, without rowid;
  `,
  // Sessions of an older version get an id of their own; how they were opened is unknown.
  `
  alter table tokens add column prefix text;
  alter table login_links add column prefix text;
  alter table sessions add column id text;
  alter table sessions add column method text;
  alter table sessions add column client text;
  alter table sessions add column id_token text;
  alter table sessions add column created_at integer;
  alter table sessions add column last_used_at integer;
  update sessions set id = lower(hex(randomblob(16)));
  create unique index sessions_by_id on sessions (id);
  create index tokens_by_prefix on tokens (prefix);
  `,
  // What people do with pending requests: decisions that do not have effect yet, assignments, comments, who is reading a
  // request, the sets of requests that were displayed as a group, and saved views.
  `
  create table decisions (
    approval_id text primary key, batch text not null, user_id text not null, made_at integer not null,
    effective_at integer not null, body text not null, state text not null, lease_until integer not null,
    result text
  ) strict, without rowid;
  create index decisions_by_state on decisions (state, effective_at);
  create index decisions_by_batch on decisions (batch);

  create table assignments (
    approval_id text primary key, assignee text not null, assigned_by text not null, assigned_at text not null
  ) strict, without rowid;
  create index assignments_by_assignee on assignments (assignee);

  create table comments (
    number integer primary key, approval_id text not null, user_id text not null, body text not null,
    created_at text not null
  ) strict;
  create index comments_by_approval on comments (approval_id, number);

  create table readers (
    approval_id text not null, user_id text not null, seen_at integer not null, primary key (approval_id, user_id)
  ) strict, without rowid;

  create table displays (
    digest text primary key, user_id text not null, body text not null, created_at integer not null
  ) strict, without rowid;

  create table views (
    user_id text not null, name text not null, query text not null, primary key (user_id, name)
  ) strict, without rowid;
  `,
];
