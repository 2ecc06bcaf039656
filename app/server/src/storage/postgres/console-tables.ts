/** Migration 2 of the schema: the console's own tables. Times are ISO text or milliseconds, as in SQLite. */
export const consoleTables = (schema: string) => `
create table ${schema}.console_tokens (
  id text collate "C" primary key, hash text collate "C" not null unique, name text not null,
  role text not null check (role in ('viewer', 'approver', 'admin')), created_by text not null,
  created_at text collate "C" not null, expires_at text collate "C", last_used_at text collate "C",
  revoked_at text collate "C"
);

create table ${schema}.console_login_links (
  hash text collate "C" primary key, user_id text not null, role text not null, expires_at bigint not null
);

create table ${schema}.console_sessions (
  hash text collate "C" primary key, user_id text not null, role text not null, csrf_token text not null,
  token_id text collate "C", expires_at bigint not null
);

create table ${schema}.console_runs (
  number bigint generated always as identity primary key, run_id text collate "C" not null unique,
  scenario text not null, started_by text not null, user_intent text not null, language text not null
);

create table ${schema}.console_model_calls (
  number bigint generated always as identity primary key, run_id text collate "C" not null,
  started_at text not null, ended_at text not null, model text not null, input_tokens bigint not null,
  output_tokens bigint not null, cost_usd double precision not null, has_failed integer not null, answer text not null
);
create index console_model_calls_by_run on ${schema}.console_model_calls (run_id, number);

create table ${schema}.console_tool_outputs (
  number bigint generated always as identity primary key, run_id text collate "C" not null, tool_id text not null,
  args text not null, output text not null
);
create index console_tool_outputs_by_run on ${schema}.console_tool_outputs (run_id, number);

create table ${schema}.console_documents (
  kind text collate "C" not null, name text collate "C" not null, version integer not null, body text not null,
  changed_by text not null, changed_at text not null, primary key (kind, name)
);

create table ${schema}.console_claims (name text collate "C" primary key);
`;
