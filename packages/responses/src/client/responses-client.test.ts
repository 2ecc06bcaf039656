import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../audit/audit-event.ts';
import { createAuditLog } from '../audit/create-audit-log.ts';
import type { Progress } from '../events/progress.ts';
import { createSimulator, type SimulatorOptions } from '../simulator/index.ts';
import { ResponsesClient } from './responses-client.ts';
import type { Timer } from './timer.ts';

const params = { model: 'gpt-6.1-sol', input: 'Hello', stream: true };

/** A timer whose short waits end immediately, so that only deadlines take time. */
function fastTimer(waits: number[]): Timer {
  return {
    now: Date.now,
    wait: (ms, signal) => {
      if (ms >= 2000) return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
      waits.push(ms);
      return Promise.resolve();
    },
  };
}

function connect(
  options: SimulatorOptions & { maxRetries?: number; timeoutMs?: number; timer?: Timer } = {},
) {
  const simulator = createSimulator(options);
  const audited: AuditEvent[] = [];
  const waits: number[] = [];
  const client = new ResponsesClient({
    credentials: {
      apiKey: 'sk-secret-key',
      organization: undefined,
      baseUrl: undefined,
      timeoutMs: options.timeoutMs ?? 300_000,
      maxRetries: options.maxRetries ?? 1,
    },
    fetch: simulator.fetch,
    timer: options.timer ?? fastTimer(waits),
    audit: createAuditLog({ enabled: true, write: (event) => audited.push(event) }),
  });
  const creations = () =>
    simulator.journal.filter(({ path, method }) => path.endsWith('/responses') && method === 'POST');
  return { simulator, client, audited, waits, creations };
}

describe('ResponsesClient', () => {
  it.each([true, false])('returns the same outcome with stream %j', async (stream) => {
    const { client } = connect();
    const result = await client.run({ ...params, stream });
    expect(result).toMatchObject({
      ok: true,
      attempts: 1,
      outcome: { status: 'completed', answer: 'Hello! What can I do for you?', model: 'gpt-6.1-sol' },
    });
  });

  it('reports its progress', async () => {
    const seen: Progress[] = [];
    await connect().client.run(params, { onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).toMatchObject({ type: 'started' });
    expect(seen.at(-1)).toEqual({ type: 'finished', status: 'completed' });
    const words = seen.flatMap((progress) => (progress.type === 'text' ? progress.delta : []));
    expect(words.join('')).toBe('Hello! What can I do for you?');
  });

  it.each([
    ['a rate limit', { type: 'rate-limit', retryAfterMs: 1234 } as const, 1234],
    ['a server error', { type: 'server-error' } as const, 500],
  ])('retries after %s, when the server allows it', async (_case, fault, wait) => {
    const { client, simulator, waits, creations } = connect();
    simulator.script({ fault });
    expect(await client.run(params)).toMatchObject({ ok: true, attempts: 2 });
    expect(waits).toEqual([wait]);
    expect(creations()).toHaveLength(2);
  });

  it('stops after the allowed number of retries', async () => {
    const { client, creations } = connect({
      maxRetries: 2,
      chaos: { rate: 1, faults: [{ type: 'server-error' }] },
    });
    expect(await client.run(params)).toMatchObject({
      ok: false,
      attempts: 3,
      error: { code: 'server_error' },
    });
    expect(creations()).toHaveLength(3);
  });

  it.each([
    ['an exhausted quota', { type: 'quota' } as const, 'quota_exhausted'],
    ['a forbidden call', { type: 'forbidden' } as const, 'permission_denied'],
    [
      'a reset connection, after which the request may have been executed',
      { type: 'reset' } as const,
      'connection_failed',
    ],
    [
      'a stream that is interrupted before its first event',
      { type: 'cut-stream', afterEvents: 0 } as const,
      'upstream_shape',
    ],
    ['an interrupted stream', { type: 'cut-stream', afterEvents: 7 } as const, 'stream_interrupted'],
    ['a malformed stream', { type: 'malformed' } as const, 'stream_interrupted'],
    ['an error event', { type: 'error-event', afterEvents: 7 } as const, 'server_error'],
    ['a failed response', { type: 'failed-response', code: 'server_error' } as const, 'server_error'],
  ])('does not retry after %s', async (_case, fault, code) => {
    const { client, simulator, creations } = connect({ maxRetries: 5 });
    simulator.script({ fault });
    expect(await client.run(params)).toMatchObject({ ok: false, attempts: 1, error: { code } });
    expect(creations()).toHaveLength(1);
  });

  it('returns the partial answer of an interrupted stream', async () => {
    const { client, simulator } = connect();
    simulator.script({
      say: [{ type: 'message', text: 'one two three four' }],
      fault: { type: 'cut-stream', afterEvents: 6 },
    });
    const result = await client.run(params);
    expect(result).toMatchObject({ ok: false, partial: { answer: 'one two', status: 'in_progress' } });
  });

  it.each([
    ['a malformed body', { type: 'malformed' } as const, 'upstream_shape'],
    ['a failed response', { type: 'failed-response', code: 'rate_limit_exceeded' } as const, 'rate_limited'],
  ])('returns the error class of %s without streaming', async (_case, fault, code) => {
    const { client, simulator } = connect();
    simulator.script({ fault });
    expect(await client.run({ ...params, stream: false })).toMatchObject({ ok: false, error: { code } });
  });

  it('stops a stalled stream at its deadline and returns the partial answer', async () => {
    const { client, simulator } = connect({ timer: { now: Date.now, wait: waitFor } });
    simulator.script({
      say: [{ type: 'message', text: 'one two three' }],
      fault: { type: 'stall', afterEvents: 5 },
    });
    const result = await client.run(params, { deadlineMs: 40 });
    expect(result).toMatchObject({ ok: false, error: { code: 'timed_out' }, partial: { answer: 'one' } });
  });

  it('does not wait for a retry after the deadline', async () => {
    const { client, simulator, creations } = connect({ timer: { now: Date.now, wait: waitFor } });
    simulator.script({ fault: { type: 'rate-limit', retryAfterMs: 60_000 } });
    expect(await client.run(params, { deadlineMs: 1000 })).toMatchObject({
      ok: false,
      error: { code: 'rate_limited' },
    });
    expect(creations()).toHaveLength(1);
  });

  it('stops the stream when the caller cancels and returns the partial answer', async () => {
    const { client, simulator } = connect();
    simulator.script({
      say: [{ type: 'message', text: 'one two three' }],
      fault: { type: 'stall', afterEvents: 5 },
    });
    const controller = new AbortController();
    const result = await client.run(params, {
      signal: controller.signal,
      onProgress: (progress) => progress.type === 'text' && controller.abort(),
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' }, partial: { answer: 'one' } });
  });

  it('sends the cancellation of a background response to OpenAI', async () => {
    const { client, simulator } = connect({ latency: { backgroundMs: 60_000 } });
    simulator.script({ fault: { type: 'stall', afterEvents: 4 } });
    const controller = new AbortController();
    const result = await client.run(
      { ...params, background: true },
      { signal: controller.signal, onProgress: (progress) => progress.type === 'item' && controller.abort() },
    );
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    const id = result.ok ? '' : (result.partial?.id ?? '');
    expect(simulator.journal.at(-1)).toMatchObject({ method: 'POST', path: `/v1/responses/${id}/cancel` });
    expect(await client.retrieve(id)).toMatchObject({ ok: true, outcome: { status: 'cancelled' } });
  });

  it('continues an interrupted background response without requesting it again', async () => {
    const { client, simulator, creations } = connect();
    const text = 'one two three four five';
    simulator.script({ say: [{ type: 'message', text }], fault: { type: 'cut-stream', afterEvents: 7 } });
    const deltas: string[] = [];
    const result = await client.run(
      { ...params, background: true },
      { onProgress: (progress) => progress.type === 'text' && deltas.push(progress.delta) },
    );
    expect(result).toMatchObject({ ok: true, outcome: { status: 'completed', answer: text } });
    expect(deltas.join('')).toBe(text);
    expect(creations()).toHaveLength(1);
  });

  it('streams a background response from its beginning', async () => {
    const { client } = connect();
    const made = await client.run({ ...params, background: true });
    const id = made.ok ? (made.outcome.id ?? '') : '';
    expect(await client.follow(id)).toMatchObject({
      ok: true,
      outcome: { id, answer: 'Hello! What can I do for you?' },
    });
    expect(await client.follow('resp_no')).toMatchObject({
      ok: false,
      error: { code: 'response_not_found' },
    });
  });

  it('closes the connection of a stream that is no longer read', async () => {
    const { simulator } = connect();
    const closed = Promise.withResolvers<void>();
    const client = new ResponsesClient({
      credentials: {
        apiKey: 'k',
        organization: undefined,
        baseUrl: undefined,
        timeoutMs: 60_000,
        maxRetries: 0,
      },
      fetch: (input, init) => {
        init?.signal?.addEventListener('abort', () => closed.resolve());
        return simulator.fetch(input, init);
      },
    });
    simulator.script({ fault: { type: 'stall', afterEvents: 3 } });
    const controller = new AbortController();
    const result = client.run(params, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await closed.promise;
    expect(await result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  it('sends no request when it was canceled before', async () => {
    const { client, creations } = connect();
    const result = await client.run(params, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(creations()).toHaveLength(0);
  });

  it.each([
    ['is gone', 'resp_gone', { type: 'unnamed-previous-refusal' } as const, 'previous_response_not_found'],
    [
      'cannot be continued there',
      'resp_gone',
      { type: 'unsupported-previous' } as const,
      'previous_response_not_found',
    ],
  ])(
    'looks up the id when a rejection does not state that it %s',
    async (_case, previous_response_id, fault, code) => {
      const { client, simulator } = connect();
      simulator.script({ fault });
      expect(await client.run({ ...params, previous_response_id })).toMatchObject({
        ok: false,
        error: { code },
      });
      expect(simulator.journal.at(-1)).toMatchObject({ method: 'GET', path: '/v1/responses/resp_gone' });
    },
  );

  it('returns an ambiguous rejection unchanged when the id exists', async () => {
    const { client, simulator } = connect();
    const first = await client.run(params);
    const previous_response_id = first.ok ? (first.outcome.id ?? '') : '';
    simulator.script({ fault: { type: 'unnamed-previous-refusal' } });
    expect(await client.run({ ...params, previous_response_id })).toMatchObject({
      ok: false,
      error: { code: 'invalid_request' },
    });
  });

  it('writes three kinds of audit events without contents', async () => {
    const { client, simulator, audited } = connect({ maxRetries: 0 });
    await client.run({ ...params, input: 'my secret prompt', instructions: 'my hidden rule' });
    simulator.script({ fault: { type: 'rate-limit' } });
    await client.run(params);
    expect(audited.map(({ event }) => event)).toEqual([
      'responses_api_request',
      'responses_api_success',
      'responses_api_request',
      'responses_api_error',
    ]);
    expect(audited[1]).toMatchObject({
      response_model: 'gpt-6.1-sol',
      request_id: expect.stringMatching(/^req_/),
    });
    expect(audited[3]).toMatchObject({
      status_code: 429,
      code: 'rate_limit_exceeded',
      error_type: 'rate_limited',
    });
    expect(JSON.stringify(audited)).not.toMatch(/secret|hidden|Bearer/);
  });

  it('lists models, retrieves, and deletes', async () => {
    const { client } = connect();
    expect((await client.listModels()).length).toBeGreaterThan(5);
    const made = await client.run(params);
    const id = made.ok ? (made.outcome.id ?? '') : '';
    expect(await client.retrieve(id)).toMatchObject({ ok: true, outcome: { id } });
    await client.delete(id);
    expect(await client.retrieve(id)).toMatchObject({ ok: false, error: { code: 'response_not_found' } });
    await expect(client.delete(id)).rejects.toMatchObject({ code: 'response_not_found' });
  });

  it('pings a model with the smallest request that the API allows', async () => {
    const { client, simulator } = connect();
    expect(await client.ping('gpt-5.2')).toMatchObject({ ok: true });
    expect(simulator.journal[0]?.body).toMatchObject({ input: 'ping', max_output_tokens: 16, store: false });
    expect(await client.ping('gpt-99')).toMatchObject({ ok: false, error: { code: 'model_not_found' } });
  });

  it('reads the files that code created, up to a size', async () => {
    const { client, simulator } = connect();
    const files = [{ name: 'a.csv', content: 'x'.repeat(1000) }];
    simulator.script({
      say: [
        { type: 'code', code: '', logs: '', files },
        { type: 'message', text: 'Done.' },
      ],
    });
    const made = await client.run(params);
    const file = made.ok ? made.outcome.files[0] : undefined;
    if (!file) throw new Error('There is no file.');
    expect(await client.readFile(file, 1000)).toHaveLength(1000);
    await expect(client.readFile(file, 999)).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(client.readFile({ ...file, containerId: 'cntr_no' }, 999)).rejects.toMatchObject({
      code: 'response_not_found',
    });
  });

  it('reports an invalid key by error class and never repeats it', async () => {
    const { client } = connect({ apiKeys: ['sk-other'] });
    await expect(client.listModels()).rejects.toMatchObject({
      code: 'authentication',
      upstream: { status: 401 },
    });
    const result = await client.run(params);
    expect(result).toMatchObject({ ok: false, error: { code: 'authentication' } });
    expect(result.ok ? '' : result.error.message).not.toContain('sk-');
  });
});

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timeout);
      reject(new Error('stopped'));
    });
  });
}
