/** Streams the `data:` payloads of an event stream. */
export async function* readSse(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of body) {
    rest += decoder.decode(piece, { stream: true });
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith('data:')) yield event.slice('data:'.length).trim();
    }
  }
}
