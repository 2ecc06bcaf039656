/**
 * Migration 3: runs and leases have the application of their process. Runs of earlier versions have none, which is the
 * empty string. The index lists the queue of one application, regardless of the number of queued runs of others.
 */
export const APPLICATIONS = `
alter table runs add column application text not null default '';
alter table owners add column application text not null default '';
create index runs_in_queue on runs (application) where status = 'running' and owner = 'queue';
create index owners_by_lease on owners (lease_until);
`;
