import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * Returns the address of the client: 'unknown' after the connection has closed, undefined when there is no
 * connection.
 */
export function addressOf(c: Context): string | undefined {
  try {
    return getConnInfo(c).remote.address ?? 'unknown';
  } catch {
    return undefined;
  }
}
