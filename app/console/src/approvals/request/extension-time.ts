const MAX_SECONDS = 30 * 24 * 3600;

/** Returns the time until a new deadline in seconds, within the limits of the server. */
export function secondsUntil(deadline: number, now: number): number {
  return Math.min(MAX_SECONDS, Math.max(1, Math.ceil((deadline - now) / 1000)));
}
