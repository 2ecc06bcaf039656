/**
 * Migration 8: separate indexes for runs that a process has claimed and runs that wait in the queue, so that runs whose
 * worker died are found quickly however many wait. No other index has these expressions (see migration 1), and the
 * conditions make the indexes look small to a planner without statistics, so that it scans them in order.
 */
export const runsAtWork = (schema: string) => `
create index runs_in_hand on ${schema}.runs ((tenant || ' in hand'), number)
  where status = 'running' and owner <> 'queue';
create index runs_in_queue on ${schema}.runs ((tenant || ' in queue'), number)
  where status = 'running' and owner = 'queue';
`;
