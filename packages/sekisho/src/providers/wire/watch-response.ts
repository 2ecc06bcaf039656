import { providerFailure } from '../provider-failure.ts';
import { watchStream } from './watch-stream.ts';
import type { StreamRepair } from './watch-stream.ts';
import type { WireContext } from './wire-context.ts';

/** Returns the response with a body that is repaired and that fails when the provider stops sending. */
export function watchResponse(response: Response, repair: StreamRepair, context: WireContext): Response {
  if (response.body === null) return response;
  const { provider, timeoutMs } = context;
  const createError = () =>
    providerFailure(
      provider,
      'stream-stalled',
      `Provider "${provider}" sent no part of its response for ${timeoutMs} ms or longer. Try again or increase AGENTS_REQUEST_TIMEOUT_MS.`,
    );
  const requestId = response.headers.get('x-request-id');
  return new Response(watchStream(response.body, repair, { timeoutMs, createError }), {
    headers: {
      'content-type': 'text/event-stream',
      ...(requestId === null ? {} : { 'x-request-id': requestId }),
    },
  });
}

/** Returns whether a response is streamed. */
export function isEventStream(response: Response): boolean {
  return /event-stream/i.test(response.headers.get('content-type') ?? '');
}
