import type { Context } from 'hono';

/** Whether the reader has left. A stream to them would wait for ever, and hold all that it holds: nobody would end it. */
export function isDisconnected(c: Context): boolean {
  return c.req.raw.signal.aborted;
}

/** What is answered when nobody reads it. */
export function clientClosedResponse(): Response {
  return new Response(null, { status: 499 });
}
