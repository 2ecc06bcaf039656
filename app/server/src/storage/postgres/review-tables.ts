/** Migration 5 of the schema: what people do with pending requests. Times are ISO text or milliseconds, as in SQLite. */
export const reviewTables = (schema: string) => `
create table ${schema}.console_decisions (
  approval_id text collate "C" primary key, batch text collate "C" not null, user_id text collate "C" not null,
  made_at bigint not null, effective_at bigint not null, body text not null, state text not null,
  lease_until bigint not null, result text
);
create index console_decisions_by_state on ${schema}.console_decisions (state, effective_at);
create index console_decisions_by_batch on ${schema}.console_decisions (batch);

create table ${schema}.console_assignments (
  approval_id text collate "C" primary key, assignee text collate "C" not null, assigned_by text not null,
  assigned_at text not null
);
create index console_assignments_by_assignee on ${schema}.console_assignments (assignee);

create table ${schema}.console_comments (
  number bigint generated always as identity primary key, approval_id text collate "C" not null,
  user_id text not null, body text not null, created_at text not null
);
create index console_comments_by_approval on ${schema}.console_comments (approval_id, number);

create table ${schema}.console_readers (
  approval_id text collate "C" not null, user_id text collate "C" not null, seen_at bigint not null,
  primary key (approval_id, user_id)
);

create table ${schema}.console_displays (
  digest text collate "C" primary key, user_id text collate "C" not null, body text not null, created_at bigint not null
);

create table ${schema}.console_views (
  user_id text collate "C" not null, name text collate "C" not null, query text not null, primary key (user_id, name)
);
`;
