import type { Context } from 'hono';

/**
 * Returns whether the client has disconnected. A stream to such a client would never end and never release its
 * resources.
 */
export function isDisconnected(c: Context): boolean {
  return c.req.raw.signal.aborted;
}

/** Returns the response for a disconnected client, which is never sent. */
export function clientClosedResponse(): Response {
  return new Response(null, { status: 499 });
}
