/** Returns a whole completion in the format of OpenAI. */
export function completion(message: object, rest: object = {}): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: 'stop', ...rest },
    ],
    usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
  };
}

/** Returns one chunk of a streamed completion in the format of OpenAI. */
export function chunk(delta: object, rest: object = {}): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: null, ...rest }],
  };
}

/** The chunk that ends a response. */
export const finish = (reason: string): object => chunk({}, { finish_reason: reason });

/** The chunk with the usage and no choices. */
export const USAGE = {
  id: 'chatcmpl-1',
  choices: [],
  usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
};

/** Returns the events of a stream; strings are written unchanged, including `[DONE]`. */
export function sse(...events: (object | string)[]): string {
  return events
    .map((event) => (typeof event === 'string' ? `${event}\n\n` : `data: ${JSON.stringify(event)}\n\n`))
    .join('');
}

export const DONE = 'data: [DONE]';

/** Returns a response that arrives in chunks of the given number of bytes. */
export function eventStream(text: string, pieceLength: number): Response {
  const bytes = new TextEncoder().encode(text);
  let start = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (start >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(start, start + pieceLength));
      start += pieceLength;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

/** Returns a tool call or a part of one. */
export function call(name: string | undefined, args: unknown, rest: object = {}): object {
  return {
    id: 'call_1',
    type: 'function',
    index: 0,
    function: { ...(name === undefined ? {} : { name }), arguments: args },
    ...rest,
  };
}
