import { providerFailure } from '../provider-failure.ts';
import type { WireContext } from './wire-context.ts';

/** Rewrites the lines of an event stream. */
export interface LineRepair {
  /** Returns the text that replaces a line. Comments and lines that are not complete events yet become nothing. */
  accept(line: string): string;
  /** Returns the remaining output after the source has ended. */
  end(): string;
  /** Whether the output is complete, even if the source continues. */
  readonly isDone: boolean;
}

/** Returns the response with a body that is repaired and that fails when no event arrives for too long. */
export function watchResponse(response: Response, repair: LineRepair, context: WireContext): Response {
  if (response.body === null) return response;
  const source = response.body.getReader();
  const repairLines = lineRepairer(repair);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Canceling ends the pending read, which must then not report that the server ended the stream.
        const watch = new StallWatch(context.timeoutMs, () => void source.cancel());
        try {
          let text = '';
          while (text === '' && !repair.isDone) {
            const result = await source.read();
            if (watch.hasStalled) throw stalled(context);
            text = repairLines(result);
            watch.keepAlive();
          }
          if (text !== '') return controller.enqueue(encoder.encode(text));
          controller.close();
          await source.cancel();
        } catch (error) {
          void source.cancel().catch(() => undefined);
          throw error;
        } finally {
          watch.end();
        }
      },
      cancel: () => source.cancel(),
    },
    { highWaterMark: 0 },
  );
  const headers = { 'content-type': 'text/event-stream', ...requestIdOf(response) };
  return new Response(body, { headers });
}

/** Returns a function that returns the repaired text of the lines that the next bytes complete. */
export function lineRepairer(repair: LineRepair) {
  const decoder = new TextDecoder();
  let unfinished = '';
  return ({ done, value }: Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>): string => {
    const lines = (unfinished + decoder.decode(value, { stream: !done })).split('\n');
    unfinished = lines.pop() ?? '';
    if (done && unfinished !== '') lines.push(unfinished);
    const output = lines.map((line) => (repair.isDone ? '' : repair.accept(line.replace(/\r$/, ''))));
    return output.join('') + (done && !repair.isDone ? repair.end() : '');
  };
}

function stalled({ provider, timeoutMs }: WireContext): Error {
  const what = `sent no part of its response for ${timeoutMs} ms or longer. Try again or increase AGENTS_REQUEST_TIMEOUT_MS.`;
  return providerFailure(provider, 'stream-stalled', what);
}

/** Removes SSE comments between events. A comment shows that the server responds, not that the model does. */
export class CommentFilter implements LineRepair {
  #isEventOpen = false;
  isDone = false;

  accept(line: string): string {
    const wasOpen = this.#isEventOpen;
    if (!line.startsWith(':')) this.#isEventOpen = line !== '';
    return this.#isEventOpen || wasOpen ? `${line}\n` : '';
  }

  end(): string {
    this.isDone = true;
    return '';
  }
}

/** Comments alone extend the wait to this many timeouts: the server responds, but the model may not. */
const MAX_COMMENT_PERIODS = 5;

/** Reports that no event arrives for too long, from its creation to its end. */
export class StallWatch {
  readonly #timer: NodeJS.Timeout;
  #hasKeepAlive = false;
  #periods = 0;
  hasStalled = false;

  constructor(timeoutMs: number, onStall: () => void) {
    this.#timer = setTimeout(() => {
      this.#periods += 1;
      this.hasStalled = !this.#hasKeepAlive || this.#periods >= MAX_COMMENT_PERIODS;
      this.#hasKeepAlive = false;
      if (this.hasStalled) onStall();
      else this.#timer.refresh();
    }, timeoutMs);
  }

  /** Records bytes that are not an event, such as an SSE comment. */
  keepAlive(): void {
    this.#hasKeepAlive = true;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Returns the header with the id of the request, if the server sent one. */
export function requestIdOf(response: Response): Record<string, string> {
  const id = response.headers.get('x-request-id');
  return id === null ? {} : { 'x-request-id': id };
}

/** Returns whether a response is streamed. */
export function isEventStream(response: Response): boolean {
  return /event-stream/i.test(response.headers.get('content-type') ?? '');
}
