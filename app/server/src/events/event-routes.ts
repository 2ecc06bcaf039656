import { streamSSE } from 'hono/streaming';
import { z } from '@hono/zod-openapi';
import type { AccessGuards } from '../access/access-guards.ts';
import { createConsoleRouter } from '../http/console-environment.ts';
import { problems, streamed } from '../http/http-schemas.ts';
import { isDisconnected, clientClosedResponse } from '../http/is-disconnected.ts';
import type { EventHub } from './event-hub.ts';

const positionSchema = z.coerce.number().int().min(0).optional().catch(undefined);

/** Creates the event stream, which continues after the last event that the client has received. */
export function createEventRoutes(options: {
  hub: EventHub;
  identify: AccessGuards['identify'];
  /** How often a stream checks that its client still has access, in milliseconds. */
  recheckMs: number;
}) {
  const { hub, identify, recheckMs } = options;
  const router = createConsoleRouter();
  router.openAPIRegistry.registerPath({
    method: 'get',
    path: '/events',
    request: { query: z.object({ after: z.string().optional() }) },
    responses: {
      200: streamed('text/event-stream', 'Events after the id in `after` or in the header Last-Event-ID'),
      ...problems,
    },
  });
  router.get('/events', async (c) => {
    if (isDisconnected(c)) return clientClosedResponse();
    const reservation = hub.reserve(c.get('identity').id);
    const after = positionSchema.parse(c.req.header('last-event-id') ?? c.req.query('after'));
    c.header('X-Accel-Buffering', 'no');
    return streamSSE(c, async (stream) => {
      const gone = new AbortController();
      stream.onAbort(() => gone.abort());
      const recheck = async () => {
        if ((await identify(c)) === undefined) gone.abort();
      };
      // While the store is unavailable, there are no events either.
      const timer = setInterval(() => void recheck().catch(() => undefined), recheckMs);
      try {
        for await (const { event, id, data } of hub.read(after, gone.signal)) {
          if (event === 'ping') await stream.write(': ping\n\n');
          else
            await stream.writeSSE({ event, data: JSON.stringify(data), ...(id === undefined ? {} : { id }) });
        }
      } finally {
        clearInterval(timer);
        reservation.release();
      }
    });
  });
  return router;
}
