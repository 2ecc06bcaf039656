/**
 * Migration 8: the running runs, those in the hands of a process apart from those that wait in the queue. However many wait,
 * the ones whose worker died are found at once. The expressions are such as no other index has (see migration 1), and the
 * conditions make the indexes look small to a planner that knows nothing, so that it walks them in their order.
 */
export const runsAtWork = (schema: string) => `
create index runs_in_hand on ${schema}.runs ((tenant || ' in hand'), number)
  where status = 'running' and owner <> 'queue';
create index runs_in_queue on ${schema}.runs ((tenant || ' in queue'), number)
  where status = 'running' and owner = 'queue';
`;
