/**
 * Migration 2: the running runs that a process has or had in hand, without those that wait in the queue. However many wait,
 * those whose worker died are found at once.
 */
export const CLAIMED_RUNS = `
create index runs_in_hand on runs (status) where status = 'running' and owner <> 'queue';
`;
