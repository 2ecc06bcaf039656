import { providerFailure } from '../provider-failure.ts';
import { watchStream } from './watch-stream.ts';
import type { StreamRepair } from './watch-stream.ts';
import type { WireContext } from './wire-context.ts';

/** The same response with a body that is mended and fails when the provider falls silent. */
export function watchResponse(response: Response, mender: StreamRepair, context: WireContext): Response {
  if (response.body === null) return response;
  const { provider, timeoutMs } = context;
  const createError = () =>
    providerFailure(
      provider,
      'stream-stalled',
      `Provider "${provider}" sent no part of its answer for ${timeoutMs} ms or longer. Try again or raise AGENTS_REQUEST_TIMEOUT_MS.`,
    );
  const requestId = response.headers.get('x-request-id');
  return new Response(watchStream(response.body, mender, { timeoutMs, createError }), {
    headers: {
      'content-type': 'text/event-stream',
      ...(requestId === null ? {} : { 'x-request-id': requestId }),
    },
  });
}

/** Whether a response comes in parts. */
export function isEventStream(response: Response): boolean {
  return /event-stream/i.test(response.headers.get('content-type') ?? '');
}
