import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ResponsesClient } from './responses-client.ts';
import type { Timer } from './timer.ts';

const params = { model: 'gpt-6.1-sol', input: 'Hello', stream: true };
const response = { id: 'resp_1', status: 'in_progress', model: 'gpt-6.1-sol', output: [] };
const created = { type: 'response.created', sequence_number: 0, response };
const say = (delta: string, sequence = 1) => ({
  type: 'response.output_text.delta',
  sequence_number: sequence,
  output_index: 0,
  content_index: 0,
  delta,
});
const completed = { type: 'response.completed', response: { ...response, status: 'completed' } };

/** Creates a stream with these events that ends, breaks, or stays open. */
function stream(events: readonly object[], end: 'close' | 'break' | 'stay' = 'close'): Response {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const event of events) controller.enqueue(Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
      // One turn of the event loop lets the reader read the events before the break.
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (end === 'close') controller.close();
      if (end === 'break') controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function refuse(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { message: 'no', code: null } }, { status, headers });
}

/** Creates a client that receives these responses in order. */
function connect(...answers: Response[]) {
  let requestCount = 0;
  const connected = connectWith(async () => {
    requestCount += 1;
    return answers.shift() ?? refuse(400);
  });
  return { ...connected, requestCount: () => requestCount };
}

/** Creates a client whose waits end immediately, or soon if they are limits. */
function connectWith(fetch: typeof globalThis.fetch) {
  const waits: number[] = [];
  const timer: Timer = {
    now: Date.now,
    wait: (ms, signal) => {
      if (ms >= 100_000) return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
      if (ms === 10_000) return wait(100, undefined, { signal });
      waits.push(ms);
      return Promise.resolve();
    },
  };
  const client = new ResponsesClient({
    credentials: {
      apiKey: 'sk-test',
      organization: undefined,
      baseUrl: undefined,
      timeoutMs: 300_000,
      maxRetries: 1,
    },
    fetch,
    timer,
  });
  return { client, waits };
}

describe('a stream', () => {
  it('ends with its response, although the server keeps the connection open', async () => {
    const { client } = connect(stream([created, say('Hello'), completed], 'stay'));
    expect(await client.run(params)).toMatchObject({
      ok: true,
      outcome: { status: 'completed', answer: 'Hello' },
    });
  });

  it('reports no progress after its end', async () => {
    const { client } = connect(stream([created, say('Hello'), completed, say(' again'), created]));
    expect(await client.run(params)).toMatchObject({
      ok: true,
      outcome: { status: 'completed', answer: 'Hello' },
    });
  });

  it('in the background is continued when the first requests after the break are rejected', async () => {
    const { client, waits, requestCount } = connect(
      stream([created, say('Hel')], 'break'),
      refuse(503),
      refuse(429, { 'retry-after': '3' }),
      stream([say('lo', 2), completed]),
    );
    expect(await client.run({ ...params, background: true })).toMatchObject({
      ok: true,
      outcome: { answer: 'Hello' },
    });
    expect(requestCount()).toBe(4);
    expect(waits.slice(0, 2)).toEqual([500, 3000]);
  });

  it('in the background is abandoned when OpenAI does not know it', async () => {
    const { client, requestCount } = connect(stream([created, say('Hel')], 'break'), refuse(404));
    expect(await client.run({ ...params, background: true })).toMatchObject({
      ok: false,
      error: { code: 'response_not_found' },
      partial: { answer: 'Hel' },
    });
    expect(requestCount()).toBe(2);
  });
});

describe('background work that is canceled while it is being started', () => {
  const background = { ...params, stream: false, background: true };

  /** Creates a client whose first response is slow and, as with a real connection, is lost when it is not awaited. */
  function connectSlowly(firstAnswerMs: number) {
    const requestedPaths: string[] = [];
    const { client } = connectWith(async (input, init) => {
      requestedPaths.push(new URL(new Request(input).url).pathname);
      if (requestedPaths.length > 1) return Response.json({ ...response, status: 'cancelled' });
      await new Promise<void>((resolve, reject) => {
        setTimeout(resolve, firstAnswerMs);
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
      return Response.json({ ...response, status: 'queued' });
    });
    return { client, requestedPaths };
  }

  it('is canceled at OpenAI, where it may already have started', async () => {
    const { client, requestedPaths } = connectSlowly(30);
    const result = await client.run(background, { signal: AbortSignal.timeout(10) });
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' }, partial: { id: 'resp_1' } });
    expect(requestedPaths).toEqual(['/v1/responses', '/v1/responses/resp_1/cancel']);
  });

  it('is abandoned when OpenAI does not respond', async () => {
    const { client, requestedPaths } = connectSlowly(60_000);
    const result = await client.run(background, { signal: AbortSignal.timeout(10) });
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' }, partial: undefined });
    expect(requestedPaths).toEqual(['/v1/responses']);
  });
});

describe('a rejection that specifies the time of the next attempt', () => {
  const date = 'Mon, 16 Nov 2026 10:00:00 GMT';
  it.each([
    ['in seconds', { 'retry-after': '2' }, 2000],
    ['in fractions of a second', { 'retry-after': '0.2' }, 200],
    ['in milliseconds', { 'retry-after-ms': '70', 'retry-after': '9' }, 70],
    ['as a date relative to its own clock', { 'retry-after': 'Mon, 16 Nov 2026 10:00:07 GMT', date }, 7000],
    ['as a date in the past', { 'retry-after': 'Mon, 16 Nov 2026 09:00:00 GMT', date }, 500],
    ['as a date without a Date header', { 'retry-after': 'Mon, 16 Nov 2026 10:00:07 GMT' }, 500],
    ['as an empty value', { 'retry-after': '' }, 500],
    ['as an empty value in milliseconds', { 'retry-after-ms': '', 'retry-after': '2' }, 2000],
    ['as a negative value', { 'retry-after': '-5', date }, 500],
    ['as text', { 'retry-after': 'soon', date }, 500],
  ])('%s is respected', async (_case, headers, expected) => {
    const { client, waits, requestCount } = connect(refuse(429, headers), stream([created, completed]));
    expect(await client.run(params)).toMatchObject({ ok: true });
    expect(requestCount()).toBe(2);
    expect(waits[0]).toBe(expected);
  });

  it('or forbids a retry is not retried', async () => {
    const { client, requestCount } = connect(refuse(500, { 'x-should-retry': 'false' }));
    expect(await client.run(params)).toMatchObject({ ok: false, error: { code: 'server_error' } });
    expect(requestCount()).toBe(1);
  });
});
