/**
 * Migration 2: an index of running runs that a process has claimed, without queued runs. Orphaned runs are found
 * quickly regardless of the length of the queue.
 */
export const CLAIMED_RUNS = `
create index runs_in_hand on runs (status) where status = 'running' and owner <> 'queue';
`;
