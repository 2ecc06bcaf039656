import type { DbosRateLimit, DbosSettings } from './dbos-settings.ts';

const QUEUE = 'sekisho';
const OWN_QUEUE = `${QUEUE}:`;
const MINUTE_SEC = 60;

/** How DBOS limits a queue. */
export interface DbosQueue {
  readonly name: string;
  readonly workerConcurrency: number;
  readonly rateLimit?: DbosRateLimit;
}

/** The queue of an agent: one of its own when it has limits, else the one of all others. */
export function queueOf(agent: string | undefined, { agents }: Pick<DbosSettings, 'agents'>): string {
  return agent !== undefined && Object.hasOwn(agents, agent) ? `${OWN_QUEUE}${agent}` : QUEUE;
}

/** Every queue of these settings. A concurrency limit applies per worker; a rate limit applies to all workers together. */
export function listQueues(
  { agents, rateLimit }: Pick<DbosSettings, 'agents' | 'rateLimit'>,
  concurrency: number,
): readonly DbosQueue[] {
  const own = Object.entries(agents).map(([agent, limit]) => ({
    name: queueOf(agent, { agents }),
    workerConcurrency: limit.concurrency ?? concurrency,
    ...(limit.perMinute === undefined
      ? {}
      : { rateLimit: { limitPerPeriod: limit.perMinute, periodSec: MINUTE_SEC } }),
  }));
  return [{ name: QUEUE, workerConcurrency: concurrency, ...(rateLimit ? { rateLimit } : {}) }, ...own];
}

/** Whether a queue of this name may hold segments that processes with other limits enqueued. */
export function isSegmentQueue(name: string): boolean {
  return name === QUEUE || name.startsWith(OWN_QUEUE);
}
