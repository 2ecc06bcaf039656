/**
 * Migration 1: the tables of runs, approvals, tokens, grants and the audit log, all divided by tenant. Query plans made
 * while the tables are empty are cached, and without statistics the planner considers a tenant as selective as an id. So
 * where a table has several indexes, queries for one row can only use the index of the id ("(tenant = …) is true" uses no
 * index), and listings by status use an expression that only their index has.
 */
export const tables = (schema: string) => `
create table ${schema}.chains (
  tenant text collate "C" primary key,
  seq bigint not null,
  hash text not null
) with (fillfactor = 20);

create table ${schema}.writers (
  tenant text collate "C" not null,
  writer uuid not null,
  last_group bigint not null,
  outcomes jsonb,
  seen_at timestamptz not null,
  primary key (tenant, writer)
) with (fillfactor = 20);

create table ${schema}.runs (
  number bigint generated always as identity,
  tenant text collate "C" not null,
  run_id text collate "C" not null,
  status text not null check (status in ('running', 'suspended', 'done', 'failed', 'denied', 'expired')),
  segment integer not null,
  epoch bigint not null,
  owner text collate "C" not null,
  agent_name text not null,
  sdk_version text not null,
  state bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (run_id, tenant)
);
-- What is sealed does not compress.
alter table ${schema}.runs alter column state set storage external;
create unique index runs_by_number on ${schema}.runs (tenant, number);
create index runs_by_status on ${schema}.runs ((tenant || ' ' || status), number);

create table ${schema}.owners (
  tenant text collate "C" not null,
  owner text collate "C" not null,
  lease_until double precision,
  primary key (tenant, owner)
) with (fillfactor = 50);

create table ${schema}.steps (
  tenant text collate "C" not null,
  run_id text collate "C" not null,
  segment integer not null,
  name text collate "C" not null,
  fingerprint text not null,
  value text not null,
  primary key (tenant, run_id, segment, name)
);

create table ${schema}.effects (
  tenant text collate "C" not null,
  run_id text collate "C" not null,
  call_key text collate "C" not null,
  tool_call_id text not null,
  tool_id text not null,
  effect text not null check (effect in ('read', 'idempotent', 'destructive')),
  args_digest text not null,
  epoch bigint not null,
  status text not null check (status in ('started', 'done', 'unknown')),
  result bytea,
  primary key (tenant, run_id, call_key)
) with (fillfactor = 80);
alter table ${schema}.effects alter column result set storage external;

create table ${schema}.approvals (
  number bigint generated always as identity,
  tenant text collate "C" not null,
  approval_id text collate "C" not null,
  run_id text collate "C" not null,
  status text not null check (status in ('pending', 'approved', 'denied', 'expired', 'cancelled')),
  action_digest text not null,
  expires_at double precision not null,
  body text not null,
  decision text,
  decided_at double precision,
  used_at double precision,
  primary key (approval_id, tenant)
);
create unique index approvals_by_number on ${schema}.approvals (tenant, number);
create index approvals_by_status on ${schema}.approvals ((tenant || ' ' || status), number);
create index approvals_by_run on ${schema}.approvals (run_id, number);

create table ${schema}.tokens (
  tenant text collate "C" not null,
  token_hash text collate "C" not null,
  run_id text collate "C" not null,
  approval_id text not null,
  status text not null check (status in ('active', 'used')),
  expires_at double precision,
  used_at double precision,
  primary key (tenant, token_hash)
) with (fillfactor = 80);
create index tokens_by_run on ${schema}.tokens (tenant, run_id);

create table ${schema}.grants (
  number bigint generated always as identity,
  tenant text collate "C" not null,
  grant_id text collate "C" not null,
  run_id text collate "C" not null,
  uses_left double precision not null,
  expires_at double precision not null,
  body text not null,
  primary key (grant_id, tenant)
);
create index grants_by_run on ${schema}.grants (tenant, run_id, number);

create table ${schema}.log (
  tenant text collate "C" not null,
  seq bigint not null,
  run_id text collate "C" not null,
  tool_call_id text not null,
  event text not null,
  attempt bigint not null,
  decision text not null,
  time double precision not null,
  data text not null,
  hash text not null,
  -- Digest of run, call, event and attempt, because ids that models write may be too long for an index.
  identity text collate "C",
  primary key (tenant, seq)
);
create unique index log_once on ${schema}.log (identity, tenant);
create index log_by_run on ${schema}.log (run_id, seq);
`;
