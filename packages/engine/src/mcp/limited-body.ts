/** Returns a body that fails when it, or a single event of an event stream, exceeds the limit. */
export function limitedBody(
  body: ReadableStream<Uint8Array>,
  { maxBytes, isEventStream }: { readonly maxBytes: number; readonly isEventStream: boolean },
): ReadableStream<Uint8Array> {
  let size = 0;
  let newlines = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        let isTooLarge = false;
        if (isEventStream) {
          for (const byte of chunk) {
            size += 1;
            isTooLarge ||= size > maxBytes;
            if (byte === LINE_FEED) newlines += 1;
            else if (byte !== CARRIAGE_RETURN) newlines = 0;
            // An empty line ends an event. A stream of small events has no total limit.
            if (newlines >= 2) size = 0;
          }
        } else {
          size += chunk.byteLength;
          isTooLarge = size > maxBytes;
        }
        if (isTooLarge) controller.error(new Error(`The response is larger than ${maxBytes} bytes.`));
        else controller.enqueue(chunk);
      },
    }),
  );
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
