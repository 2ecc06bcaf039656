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

/** A stream with these events; it ends, breaks off, or stays open. */
function stream(events: readonly object[], end: 'close' | 'break' | 'stay' = 'close'): Response {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const event of events) controller.enqueue(Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
      // One turn of the loop lets the reader take the events before the break.
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

/** A client that gets these answers one after the other. */
function connect(...answers: Response[]) {
  let asked = 0;
  const connected = connectWith(async () => {
    asked += 1;
    return answers.shift() ?? refuse(400);
  });
  return { ...connected, asked: () => asked };
}

/** A client whose waits pass at once, or soon if they are limits. */
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
  it('is over with its response, although the other side keeps the connection open', async () => {
    const { client } = connect(stream([created, say('Hello'), completed], 'stay'));
    expect(await client.run(params)).toMatchObject({
      ok: true,
      outcome: { status: 'completed', answer: 'Hello' },
    });
  });

  it('says nothing more after its end', async () => {
    const { client } = connect(stream([created, say('Hello'), completed, say(' again'), created]));
    expect(await client.run(params)).toMatchObject({
      ok: true,
      outcome: { status: 'completed', answer: 'Hello' },
    });
  });

  it('in the background is read on when the first looks after the break are refused', async () => {
    const { client, waits, asked } = connect(
      stream([created, say('Hel')], 'break'),
      refuse(503),
      refuse(429, { 'retry-after': '3' }),
      stream([say('lo', 2), completed]),
    );
    expect(await client.run({ ...params, background: true })).toMatchObject({
      ok: true,
      outcome: { answer: 'Hello' },
    });
    expect(asked()).toBe(4);
    expect(waits.slice(0, 2)).toEqual([500, 3000]);
  });

  it('in the background is given up when OpenAI knows nothing of it', async () => {
    const { client, asked } = connect(stream([created, say('Hel')], 'break'), refuse(404));
    expect(await client.run({ ...params, background: true })).toMatchObject({
      ok: false,
      error: { code: 'response_not_found' },
      partial: { answer: 'Hel' },
    });
    expect(asked()).toBe(2);
  });
});

describe('work in the background that is given up while it is being started', () => {
  const background = { ...params, stream: false, background: true };

  /** A client whose first answer takes its time and, as with a real connection, is lost when it is not waited for. */
  function connectSlowly(firstAnswerMs: number) {
    const asked: string[] = [];
    const { client } = connectWith(async (input, init) => {
      asked.push(new URL(new Request(input).url).pathname);
      if (asked.length > 1) return Response.json({ ...response, status: 'cancelled' });
      await new Promise<void>((resolve, reject) => {
        setTimeout(resolve, firstAnswerMs);
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
      return Response.json({ ...response, status: 'queued' });
    });
    return { client, asked };
  }

  it('is stopped at OpenAI, which may have begun already', async () => {
    const { client, asked } = connectSlowly(30);
    const result = await client.run(background, { signal: AbortSignal.timeout(10) });
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' }, partial: { id: 'resp_1' } });
    expect(asked).toEqual(['/v1/responses', '/v1/responses/resp_1/cancel']);
  });

  it('is not waited for when OpenAI says nothing', async () => {
    const { client, asked } = connectSlowly(60_000);
    const result = await client.run(background, { signal: AbortSignal.timeout(10) });
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' }, partial: undefined });
    expect(asked).toEqual(['/v1/responses']);
  });
});

describe('a refusal that names the time of the next attempt', () => {
  const date = 'Mon, 16 Nov 2026 10:00:00 GMT';
  it.each([
    ['in seconds', { 'retry-after': '2' }, 2000],
    ['in parts of a second', { 'retry-after': '0.2' }, 200],
    ['in milliseconds', { 'retry-after-ms': '70', 'retry-after': '9' }, 70],
    ['as a date on its own clock', { 'retry-after': 'Mon, 16 Nov 2026 10:00:07 GMT', date }, 7000],
    ['as a date that has passed', { 'retry-after': 'Mon, 16 Nov 2026 09:00:00 GMT', date }, 500],
    ['as a date without saying its own', { 'retry-after': 'Mon, 16 Nov 2026 10:00:07 GMT' }, 500],
    ['with nothing', { 'retry-after': '' }, 500],
    ['with nothing in milliseconds', { 'retry-after-ms': '', 'retry-after': '2' }, 2000],
    ['below zero', { 'retry-after': '-5', date }, 500],
    ['in words', { 'retry-after': 'soon', date }, 500],
  ])('%s is obeyed', async (_case, headers, expected) => {
    const { client, waits, asked } = connect(refuse(429, headers), stream([created, completed]));
    expect(await client.run(params)).toMatchObject({ ok: true });
    expect(asked()).toBe(2);
    expect(waits[0]).toBe(expected);
  });

  it('or says that there is none is not repeated', async () => {
    const { client, asked } = connect(refuse(500, { 'x-should-retry': 'false' }));
    expect(await client.run(params)).toMatchObject({ ok: false, error: { code: 'server_error' } });
    expect(asked()).toBe(1);
  });
});
