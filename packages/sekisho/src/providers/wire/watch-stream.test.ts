import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CAPABILITY_TABLE } from '../capability-table.ts';
import { CommentFilter, lineRepairer, StallWatch, watchResponse } from './watch-stream.ts';

const passedOn = (pieces: readonly string[]) => {
  const repair = lineRepairer(new CommentFilter());
  const passed = pieces.map((piece) => repair({ done: false, value: new TextEncoder().encode(piece) }));
  return [...passed, repair({ done: true, value: undefined })];
};

describe('CommentFilter', () => {
  it.each([
    [
      'a comment between events',
      ['data: a\n\n', ': ping\n\n', 'data: b\n\n'],
      ['data: a\n\n', '', 'data: b\n\n'],
    ],
    ['a comment in two pieces', [': pi', 'ng\n\n'], ['', '']],
    ['a comment with carriage returns', [': ping\r\n\r\n'], ['']],
    ['several comments', [': a\n: b\n\n: c\n'], ['']],
  ])('removes %s', (_case, pieces, expected) => {
    expect(passedOn(pieces)).toEqual([...expected, '']);
  });

  it.each([
    ['the blank line that ends an event', ['data: a\n', '\n'], 'data: a\n\n'],
    ['a comment inside an event', ['data: a\n', ': ping\n', '\n'], 'data: a\n: ping\n\n'],
    ['an event after a comment', [': ping\n\ndata: a\n\n'], 'data: a\n\n'],
    ['a colon inside a line', ['data', ': a\n\n'], 'data: a\n\n'],
    ['no end of an event that the server did not send', ['data: a\n'], 'data: a\n'],
  ])('passes %s', (_case, pieces, expected) => {
    expect(passedOn(pieces).join('')).toBe(expected);
  });

  it('loses no line of an event, however the stream is split', () => {
    const line = fc.constantFrom('data: {"a":1}', 'event: x', ': ping', '', 'id: 7', ':');
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(12)), (lines, cuts) => {
        const text = lines.map((each) => `${each}\n`).join('');
        const pieces: string[] = [];
        let rest = text;
        for (const cut of cuts) {
          pieces.push(rest.slice(0, cut));
          rest = rest.slice(cut);
        }
        const kept = passedOn([...pieces, rest]).join('');
        expect(eventsOf(kept)).toEqual(eventsOf(text));
      }),
    );
  });
});

/** Returns the events of a stream as a client reads them: their lines without comments. */
function eventsOf(text: string): string[][] {
  return text
    .split(/\n\n+/)
    .map((event) => event.split('\n').filter((line) => line !== '' && !line.startsWith(':')))
    .filter((event) => event.length > 0);
}

describe('StallWatch', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('reports a timeout when nothing arrives', () => {
    const onStall = vi.fn<() => void>();
    const watch = new StallWatch(1000, onStall);
    vi.advanceTimersByTime(999);
    expect([watch.hasStalled, onStall.mock.calls.length]).toEqual([false, 0]);
    vi.advanceTimersByTime(1);
    expect([watch.hasStalled, onStall.mock.calls.length]).toEqual([true, 1]);
  });

  it('waits longer while comments arrive, up to five timeouts', () => {
    const watch = new StallWatch(1000, () => {});
    for (let passed = 0; passed < 4900; passed += 100) {
      watch.keepAlive();
      vi.advanceTimersByTime(100);
    }
    expect(watch.hasStalled).toBe(false);
    watch.keepAlive();
    vi.advanceTimersByTime(100);
    expect(watch.hasStalled).toBe(true);
  });

  it('times out one timeout after the last comment', () => {
    const watch = new StallWatch(1000, () => {});
    watch.keepAlive();
    vi.advanceTimersByTime(1999);
    expect(watch.hasStalled).toBe(false);
    vi.advanceTimersByTime(1);
    expect(watch.hasStalled).toBe(true);
  });

  it('has no timer after the end', () => {
    const watch = new StallWatch(1000, () => {});
    expect(vi.getTimerCount()).toBe(1);
    watch.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('watchResponse', () => {
  const context = {
    provider: 'ollama',
    capabilities: CAPABILITY_TABLE.ollama,
    timeoutMs: 200,
    createId: () => 'x',
    redact: (text: string) => text,
  } as const;
  const watched = (pull: (controller: ReadableStreamDefaultController<Uint8Array>) => Promise<void>) => {
    const response = watchResponse(new Response(new ReadableStream({ pull })), new CommentFilter(), context);
    return response.body?.getReader();
  };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const event = new TextEncoder().encode('data: a\n\n');

  it('does not count the time of the consumer, and waits again for each event', async () => {
    const reader = watched(async (controller) => {
      await wait(120);
      controller.enqueue(event);
    });
    for (let events = 0; events < 3; events += 1) {
      expect((await reader?.read())?.value).toEqual(event);
      await wait(250);
    }
    await reader?.cancel();
  });

  it('fails when the server sends nothing more, and cancels its stream', async () => {
    const reader = watched(() => new Promise<void>(() => undefined));
    await expect(reader?.read()).rejects.toThrow('[ollama/stream-stalled]');
  });
});
