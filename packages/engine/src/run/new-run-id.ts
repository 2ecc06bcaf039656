import { randomUUID } from 'node:crypto';

/**
 * Returns the id of a new run: a UUID of version 7, which begins with the time. The rows of a new run are then at the end of
 * every index, so a commit changes fewer pages than with random ids, also in a large store.
 */
export function newRunId(now: number): string {
  const time = Math.max(0, Math.floor(now)).toString(16).padStart(12, '0').slice(-12);
  return `run_${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
