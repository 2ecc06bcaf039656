/** Adds what the list of sessions shows, and the prefixes by which failed sign-ins are counted. */
export const sessionColumns = (schema: string): string => `
alter table ${schema}.console_tokens add column prefix text collate "C";
alter table ${schema}.console_login_links add column prefix text collate "C";
alter table ${schema}.console_sessions add column id text collate "C" not null default gen_random_uuid()::text,
  add column method text, add column client text, add column id_token text, add column created_at bigint,
  add column last_used_at bigint;
create unique index console_sessions_by_id on ${schema}.console_sessions (id);
create index console_tokens_by_prefix on ${schema}.console_tokens (prefix);
`;
