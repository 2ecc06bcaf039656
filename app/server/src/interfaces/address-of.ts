import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The address of the caller; 'unknown' when the connection is gone, undefined where there is none. */
export function addressOf(c: Context): string | undefined {
  try {
    return getConnInfo(c).remote.address ?? 'unknown';
  } catch {
    return undefined;
  }
}
