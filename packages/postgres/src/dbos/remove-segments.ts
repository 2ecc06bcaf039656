import type { DbosConnection } from './dbos-connection.ts';
import { databaseTime } from './database-time.ts';
import { WORKFLOW, type DbosSettings } from './dbos-settings.ts';

/** The inputs of a removal. */
export interface RemovalParts {
  readonly client: Pick<DbosConnection['client'], 'listWorkflows' | 'deleteWorkflows'>;
  readonly pool: Pick<DbosConnection['pool'], 'query'>;
  readonly settings: Pick<DbosSettings, 'rateLimit'>;
}

/** The maximum number of rows removed in one transaction. */
export const MAX_REMOVALS_PER_STEP = 1_000;
const MINUTE_SEC = 60;
/** A worker that holds a segment this much longer than the retention time is dead. */
const MAX_SEGMENT_MS = 24 * 60 * 60_000;

/**
 * Removes obsolete rows of DBOS: segments that ended before the given time, and segments that a worker dequeued a day
 * before it and never finished. Rows within the period of a rate limit stay, because the limit counts them. Returns the
 * number of removed rows; `MAX_REMOVALS_PER_STEP` means that there may be more.
 */
export async function removeSegments(
  { client, pool, settings }: RemovalParts,
  before: (now: number) => number,
): Promise<number> {
  const now = await databaseTime(pool);
  const limited = now - Math.max(MINUTE_SEC, settings.rateLimit?.periodSec ?? 0) * 1000;
  const until = Math.min(before(now), limited);
  if (!Number.isFinite(until)) return 0;
  const few = { workflowName: WORKFLOW, loadInput: false, loadOutput: false };
  const ended = await client.listWorkflows({
    ...few,
    completedBefore: iso(until),
    limit: MAX_REMOVALS_PER_STEP,
  });
  const left = await client.listWorkflows({
    ...few,
    status: 'PENDING',
    dequeuedBefore: iso(until - MAX_SEGMENT_MS),
    limit: MAX_REMOVALS_PER_STEP,
  });
  const ids = [...ended, ...left].slice(0, MAX_REMOVALS_PER_STEP).map(({ workflowID }) => workflowID);
  if (ids.length > 0) await client.deleteWorkflows(ids);
  return ids.length;
}

const iso = (time: number) => new Date(time).toISOString();
