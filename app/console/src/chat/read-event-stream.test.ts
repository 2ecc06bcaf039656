import { describe, expect, it } from 'vitest';
import { readEventStream, type StreamEvent } from './read-event-stream.ts';

async function read(text: string, pieceLength: number): Promise<StreamEvent[]> {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceLength) {
        controller.enqueue(bytes.slice(at, at + pieceLength));
      }
      controller.close();
    },
  });
  return Array.fromAsync(readEventStream(body));
}

const stream = 'event: delta\ndata: {"text":"採用"}\n\n: waiting\n\nevent: message\ndata: a\ndata: b\n\n';
const events = [
  { event: 'delta', data: '{"text":"採用"}' },
  { event: 'message', data: 'a\nb' },
];

describe('readEventStream', () => {
  it.each([1, 2, 7, 1000])('accepts bytes in chunks of %i', async (length) => {
    expect(await read(stream, length)).toEqual(events);
  });

  it('accepts CRLF line endings', async () => {
    expect(await read(stream.replaceAll('\n', '\r\n'), 1000)).toEqual(events);
  });

  it('drops a truncated event', async () => {
    expect(await read('data: whole\n\ndata: cut', 1000)).toEqual([{ event: 'message', data: 'whole' }]);
  });
});
