import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  buildRequest,
  errorCodes,
  normalizeCredentials,
  readResponse,
  ResponseReducer,
  ResponsesClient,
  ResponsesError,
  toLlmResult,
  toResponsesInput,
  type RunResult,
} from '../src/index.ts';
import { createSimulator } from '../src/simulator/index.ts';

const credentials = normalizeCredentials({ openai_api_key: 'sk-test', max_retries: '0' });
const model = 'gpt-6.1-sol';
const deltaSchema = z.object({ type: z.string(), delta: z.string().optional() });

function answerWith(respond: () => Response): ResponsesClient {
  return new ResponsesClient({ credentials, fetch: () => Promise.resolve(respond()) });
}

const endings = ['a result', ...errorCodes];

function endingOf(result: RunResult): string {
  if (!result.ok) return result.error.code;
  return typeof result.outcome.answer === 'string' ? 'a result' : 'a broken result';
}

const eventTypes = [
  'response.created',
  'response.in_progress',
  'response.output_item.added',
  'response.output_item.done',
  'response.content_part.added',
  'response.output_text.delta',
  'response.output_text.done',
  'response.output_text.annotation.added',
  'response.refusal.delta',
  'response.reasoning_summary_text.delta',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'response.code_interpreter_call_code.delta',
  'response.web_search_call.searching',
  'response.completed',
  'response.failed',
  'response.incomplete',
  'error',
  'constructor',
];

const wildEvent = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      type: fc.constantFrom(...eventTypes),
      output_index: fc.oneof(fc.nat(3), fc.jsonValue()),
      content_index: fc.oneof(fc.nat(2), fc.jsonValue()),
      summary_index: fc.oneof(fc.nat(2), fc.jsonValue()),
      delta: fc.oneof(fc.string(), fc.jsonValue()),
      text: fc.jsonValue(),
      item: fc.oneof(
        fc.record({
          type: fc.constantFrom(
            'message',
            'function_call',
            'reasoning',
            'web_search_call',
            'code_interpreter_call',
          ),
          content: fc.jsonValue(),
          action: fc.jsonValue(),
          outputs: fc.jsonValue(),
          summary: fc.jsonValue(),
        }),
        fc.jsonValue(),
      ),
      annotation: fc.jsonValue(),
      response: fc.oneof(
        fc.record({ id: fc.jsonValue(), output: fc.jsonValue(), usage: fc.jsonValue() }),
        fc.jsonValue(),
      ),
      sequence_number: fc.jsonValue(),
    },
    { requiredKeys: ['type'] },
  ),
);

describe('any byte sequence as a stream', () => {
  it('returns an error class or a result', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), async (chunks) => {
        const client = answerWith(
          () => new Response(streamOf(chunks), { headers: { 'content-type': 'text/event-stream' } }),
        );
        expect(endings).toContain(endingOf(await client.run({ model, input: 'x', stream: true })));
      }),
      { numRuns: 300 },
    );
  });

  it('returns an error class or a result for any events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(wildEvent, { maxLength: 12 }), async (events) => {
        const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
        const client = answerWith(
          () => new Response(text, { headers: { 'content-type': 'text/event-stream' } }),
        );
        expect(endings).toContain(endingOf(await client.run({ model, input: 'x', stream: true })));
      }),
      { numRuns: 300 },
    );
  });

  it('retains every complete delta of a stream that is truncated at any byte', async () => {
    const whole = await recordStream();
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (end) => {
        const kept = whole.slice(0, end);
        const client = answerWith(
          () => new Response(streamOf([kept], true), { headers: { 'content-type': 'text/event-stream' } }),
        );
        const result = await client.run({ model, input: 'x', stream: true });
        const outcome = result.ok ? result.outcome : result.partial;
        const words = (outcome?.commentary ?? []).join('') + (outcome?.answer ?? '');
        expect(words.startsWith(completeDeltas(kept))).toBe(true);
        expect(endings).toContain(endingOf(result));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a stream that breaks after its last event', () => {
  it('is complete', async () => {
    const whole = await recordStream();
    const client = answerWith(
      () => new Response(streamOf([whole], true), { headers: { 'content-type': 'text/event-stream' } }),
    );
    const result = await client.run({ model, input: 'x', stream: true });
    expect(result).toMatchObject({ ok: true, outcome: { status: 'completed' } });
  });
});

describe('any JSON as a response', () => {
  it('returns an error class or a result for any status', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.constantFrom(200, 201, 400, 401, 404, 409, 418, 429, 500, 503),
        async (body, status) => {
          const client = answerWith(
            () =>
              new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
          );
          expect(endings).toContain(endingOf(await client.run({ model, input: 'x', stream: false })));
          expect(endings).toContain(endingOf(await client.retrieve('resp_1')));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is read without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ output: fc.array(fc.jsonValue()) })), (body) => {
        expect(readResponse(body).answer).toEqual(expect.any(String));
        expect(toLlmResult(body).text).toEqual(expect.any(String));
      }),
    );
  });

  it('is reduced event by event without an exception, and can be read at any time', () => {
    fc.assert(
      fc.property(fc.array(wildEvent, { maxLength: 20 }), (events) => {
        const reducer = new ResponseReducer();
        for (const event of events) {
          reducer.apply(event);
          expect(reducer.read().items).toEqual(expect.any(Array));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('any JSON as a request', () => {
  it('is built or rejected as an invalid argument', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 3 }), (parameters, tools) => {
        expect(isBuiltOrRefused(() => buildRequest({ model, input: 'x', parameters, tools }))).toBe(true);
        expect(isBuiltOrRefused(() => toResponsesInput(tools))).toBe(true);
        expect(isBuiltOrRefused(() => normalizeCredentials(parameters))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is answered or rejected by the simulator without an exception', async () => {
    const { fetch } = createSimulator();
    const paths = [
      '/responses',
      '/chat/completions',
      '/conversations',
      '/responses/input_tokens',
      '/responses/a/cancel',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            model: fc.constantFrom(model, 'gpt-5'),
            input: fc.oneof(fc.string(), fc.array(fc.jsonValue())),
            messages: fc.jsonValue(),
            tools: fc.jsonValue(),
            text: fc.jsonValue(),
          }),
          fc.record({
            model: fc.constant(model),
            input: fc.string(),
            tools: fc.array(
              fc.record({
                type: fc.constant('function'),
                name: fc.string({ minLength: 1 }),
                parameters: fc.jsonValue(),
              }),
            ),
            tool_choice: fc.constantFrom('required', 'auto'),
          }),
        ),
        async (path, body) => {
          const answer = await fetch(`https://api.openai.com/v1${path}`, {
            method: 'POST',
            headers: { authorization: 'Bearer k' },
            body: JSON.stringify(body),
          });
          expect([200, 400, 404]).toContain(answer.status);
          expect(await answer.json()).toEqual(expect.any(Object));
        },
      ),
      { numRuns: 400 },
    );
  });
});

async function recordStream(): Promise<Uint8Array> {
  const simulator = createSimulator();
  simulator.script({
    say: [
      { type: 'message', phase: 'commentary', text: '調べています。' },
      { type: 'message', text: 'Tea is a drink. お茶は飲み物です。🍵 '.repeat(5) },
    ],
  });
  const request = {
    method: 'POST',
    headers: { authorization: 'Bearer k' },
    body: JSON.stringify({ model, input: 'x', stream: true }),
  };
  const whole = new Uint8Array(
    await (await simulator.fetch('https://api.openai.com/v1/responses', request)).arrayBuffer(),
  );
  return whole;
}

function isBuiltOrRefused(build: () => unknown): boolean {
  try {
    build();
    return true;
  } catch (error) {
    return error instanceof ResponsesError;
  }
}

function streamOf(chunks: readonly Uint8Array[], breaks = false): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      for (const chunk of chunks) if (chunk.length > 0) controller.enqueue(chunk);
      if (breaks) setImmediate(() => controller.error(new TypeError('terminated')));
      else controller.close();
      return breaks ? new Promise(() => undefined) : undefined;
    },
  });
}

function completeDeltas(bytes: Uint8Array): string {
  const events = new TextDecoder().decode(bytes).split('\n\n').slice(0, -1);
  return events
    .map((event) => deltaSchema.parse(JSON.parse(event.slice(event.indexOf('data: ') + 6))))
    .map(({ type, delta }) => (type === 'response.output_text.delta' ? delta : ''))
    .join('');
}
