/** One server-sent event. */
export type StreamEvent = { event: string; data: string };

/** Reads server-sent events from the body of a response, for any size of chunks. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value === undefined ? decoder.decode() : decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      // The last part is complete only when an empty line follows it.
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event !== undefined) yield event;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): StreamEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') };
}
