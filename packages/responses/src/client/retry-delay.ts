import type { ResponsesError } from '../errors/responses-error.ts';
import { readConnectionCode } from './read-thrown.ts';

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
const MAX_WAIT_MS = 60_000;

/**
 * Returns the delay before a retry, or undefined when a retry could execute and charge the request twice. A retry is
 * safe only after a response that states that nothing was executed, or when no connection was established.
 */
export function retryDelay(
  error: ResponsesError,
  { attempt, hasBegun, backoffMs }: { attempt: number; hasBegun: boolean; backoffMs: number },
): number | undefined {
  if (hasBegun || !isSafe(error)) return undefined;
  const { retryAfterMs } = error.upstream;
  if (retryAfterMs === undefined) return Math.min(MAX_WAIT_MS, backoffMs * 2 ** (attempt - 1));
  // A retry before the specified time would be rejected again.
  return retryAfterMs > MAX_WAIT_MS ? undefined : retryAfterMs;
}

function isSafe(error: ResponsesError): boolean {
  if (error.upstream.isFinal) return false;
  if (error.code === 'rate_limited') return error.upstream.status === 429;
  if (error.code === 'server_error') return (error.upstream.status ?? 0) >= 500;
  return error.code === 'connection_failed' && NEVER_CONNECTED.has(readConnectionCode(error) ?? '');
}
