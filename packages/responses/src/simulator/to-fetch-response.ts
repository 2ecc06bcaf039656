import type { Reply } from './api/reply.ts';

/** Converts a reply to a `fetch` response. A reset becomes the error that Node's fetch throws. */
export function toFetchResponse(
  reply: Reply,
  { requestId, signal }: { requestId: string; signal: AbortSignal },
): Response {
  const common = { 'x-request-id': requestId, 'openai-processing-ms': '1' };
  switch (reply.type) {
    case 'reset':
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      });
    case 'json':
      return new Response(JSON.stringify(reply.body), {
        status: reply.status,
        headers: { ...common, 'content-type': 'application/json', ...reply.headers },
      });
    case 'text':
      return new Response(reply.body, { status: reply.status, headers: { ...common, ...reply.headers } });
    case 'events':
      return new Response(streamBytes(reply.chunks, signal), {
        headers: { ...common, 'content-type': 'text/event-stream; charset=utf-8', ...reply.headers },
      });
  }
}

function streamBytes(chunks: AsyncIterable<string>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
    async pull(controller) {
      try {
        const next = await iterator.next();
        if (signal.aborted) return;
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      } catch (cause) {
        controller.error(new TypeError('terminated', { cause }));
      }
    },
  });
}
