/** Migration 1: the tables of runs, approvals, tokens, grants and the audit log. */
export const INITIAL = `
create table runs (
  number integer primary key,
  run_id text not null unique,
  status text not null check (status in ('running', 'suspended', 'done', 'failed', 'denied', 'expired')),
  segment integer not null,
  epoch integer not null,
  owner text not null,
  agent_name text not null,
  sdk_version text not null,
  state blob,
  created_at text not null,
  updated_at text not null
) strict;
create index runs_by_status on runs (status);

create table owners (
  owner text primary key,
  lease_until real
) strict, without rowid;

create table steps (
  run_id text not null,
  segment integer not null,
  name text not null,
  fingerprint text not null,
  value text not null,
  primary key (run_id, segment, name)
) strict, without rowid;

create table effects (
  run_id text not null,
  call_key text not null,
  tool_call_id text not null,
  tool_id text not null,
  effect text not null check (effect in ('read', 'idempotent', 'destructive')),
  args_digest text not null,
  epoch integer not null,
  status text not null check (status in ('started', 'done', 'unknown')),
  result blob,
  primary key (run_id, call_key)
) strict, without rowid;

create table approvals (
  number integer primary key,
  approval_id text not null unique,
  run_id text not null,
  status text not null check (status in ('pending', 'approved', 'denied', 'expired', 'cancelled')),
  body text not null
) strict;
create index approvals_by_status on approvals (status);
create index approvals_by_run on approvals (run_id);

create table tokens (
  token_hash text primary key,
  run_id text not null,
  approval_id text not null,
  status text not null check (status in ('active', 'used')),
  expires_at real,
  used_at real
) strict, without rowid;

create table grants (
  number integer primary key,
  grant_id text not null unique,
  run_id text not null,
  uses_left real not null,
  expires_at real not null,
  body text not null
) strict;
create index grants_by_run on grants (run_id);

create table log (
  seq integer primary key,
  run_id text not null,
  tool_call_id text not null,
  event text not null,
  attempt integer not null,
  decision text not null,
  timestamp text not null,
  data text not null,
  hash text not null
) strict;
create index log_by_run on log (run_id);
create unique index log_once on log (run_id, tool_call_id, event, attempt)
  where event not in ('audit.gap', 'audit.checkpoint');
`;
