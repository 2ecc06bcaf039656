import { onTestFinished } from 'vitest';

/** One event as a browser receives it. */
export type ReceivedEvent = ReturnType<typeof readEvent>;

/** Reads an event stream over a real socket and counts comments. */
export async function openEvents(url: string, headers: Record<string, string>) {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const events: ReceivedEvent[] = [];
  const seen = { pings: 0, isOver: false };
  const reading = read(response, events, seen)
    .catch(() => undefined)
    .finally(() => {
      seen.isOver = true;
    });
  const close = async () => {
    leaving.abort();
    await reading;
  };
  onTestFinished(close);
  const audit = () => events.filter(({ event }) => event === 'audit').map(({ data }) => data);
  return { status: response.status, headers: response.headers, events, audit, seen, close };
}

async function read(response: Response, events: ReceivedEvent[], seen: { pings: number; isOver: boolean }) {
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = `${rest}${chunk}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) seen.pings += 1;
      else events.push(readEvent(block));
    }
  }
}

function readEvent(block: string) {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  return { event: field('event') ?? '', id: field('id'), data: JSON.parse(field('data') ?? 'null') };
}
