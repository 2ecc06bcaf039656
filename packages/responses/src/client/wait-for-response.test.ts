import { describe, expect, it } from 'vitest';
import { ResponsesError } from '../errors/responses-error.ts';
import { createSimulator } from '../simulator/index.ts';
import { ResponsesClient } from './responses-client.ts';
import { waitForResponse } from './wait-for-response.ts';

async function start(latency: { queuedMs?: number; backgroundMs?: number }, isStuck = false) {
  const clock = { now: 1_790_000_000_000 };
  const simulator = createSimulator({ now: () => clock.now, latency });
  if (isStuck) simulator.script({ fault: { type: 'stuck-background' } });
  const credentials = {
    apiKey: 'k',
    organization: undefined,
    baseUrl: undefined,
    timeoutMs: 60_000,
    maxRetries: 0,
  };
  const client = new ResponsesClient({ credentials, fetch: simulator.fetch });
  const made = await client.run({ model: 'gpt-6.1-sol', input: 'Hello', background: true, stream: false });
  const id = made.ok ? (made.outcome.id ?? '') : '';
  const timer = {
    now: () => clock.now,
    wait: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      clock.now += ms;
    },
  };
  return { client, id, timer, simulator };
}

describe('waitForResponse', () => {
  it('waits until the response is complete', async () => {
    const { client, id, timer } = await start({ queuedMs: 5000, backgroundMs: 20_000 });
    const result = await waitForResponse(client, id, { deadlineMs: 60_000, timer });
    expect(result).toMatchObject({
      ok: true,
      outcome: { status: 'completed', answer: 'Hello! What can I do for you?' },
    });
  });

  it('stops at its deadline without canceling', async () => {
    const { client, id, timer, simulator } = await start({ backgroundMs: 60_000 });
    const result = await waitForResponse(client, id, { deadlineMs: 10_000, timer });
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'timed_out' },
      partial: { id, status: 'in_progress' },
    });
    expect(simulator.journal.some(({ path }) => path.endsWith('/cancel'))).toBe(false);
  });

  it('cancels a response that remains in the queue', async () => {
    const { client, id, timer, simulator } = await start({}, true);
    const result = await waitForResponse(client, id, { deadlineMs: 3_600_000, stuckAfterMs: 60_000, timer });
    expect(result).toMatchObject({ ok: false, error: { code: 'timed_out' } });
    expect(simulator.journal.at(-1)?.path).toMatch(/\/cancel$/);
  });

  it('stops waiting when the caller cancels', async () => {
    const { client, id, timer } = await start({ backgroundMs: 60_000 });
    const controller = new AbortController();
    const impatient = { ...timer, wait: async () => Promise.reject(new Error('stopped')) };
    const result = await waitForResponse(client, id, {
      deadlineMs: 60_000,
      timer: impatient,
      signal: controller.signal,
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' }, partial: { id } });
  });

  it('returns the error of an unknown response', async () => {
    const { client, timer } = await start({});
    expect(await waitForResponse(client, 'resp_no', { deadlineMs: 1000, timer })).toMatchObject({
      ok: false,
      error: { code: 'response_not_found' },
    });
  });

  it.each([
    ['a busy server', { code: 'rate_limited', status: 429 }],
    ['a server that is briefly unavailable', { code: 'server_error', status: 503 }],
    ['a connection that fails', { code: 'connection_failed' }],
  ] as const)('continues after %s, because polling has no cost', async (_case, { code, ...upstream }) => {
    const { client, id, timer } = await start({ backgroundMs: 20_000 });
    const retrieve = client.retrieve.bind(client);
    let polls = 0;
    client.retrieve = async (...args) => {
      polls += 1;
      if (polls % 2 === 1) return retrieve(...args);
      const error = new ResponsesError(code, 'A bad moment.', { upstream });
      return { ok: false, error, partial: undefined, attempts: 1 };
    };
    const result = await waitForResponse(client, id, { deadlineMs: 60_000, timer });
    expect(result).toMatchObject({ ok: true, outcome: { status: 'completed' } });
  });

  it('stops when a server remains unavailable, and returns the reason and the last known state', async () => {
    const { client, id, timer } = await start({ backgroundMs: 20_000 });
    const retrieve = client.retrieve.bind(client);
    let polls = 0;
    client.retrieve = async (...args) => {
      polls += 1;
      if (polls === 1) return retrieve(...args);
      const error = new ResponsesError('server_error', 'Down.', { upstream: { status: 503 } });
      return { ok: false, error, partial: undefined, attempts: 1 };
    };
    const result = await waitForResponse(client, id, { deadlineMs: 3_600_000, timer });
    expect(result).toMatchObject({ ok: false, error: { code: 'server_error' }, partial: { id } });
    expect(polls).toBeLessThan(20);
  });

  it('limits a single poll to less than the whole wait', async () => {
    const { client, id, timer } = await start({ backgroundMs: 20_000 });
    const deadlines: (number | undefined)[] = [];
    const retrieve = client.retrieve.bind(client);
    client.retrieve = (responseId, options) => {
      deadlines.push(options?.deadlineMs);
      return retrieve(responseId, options);
    };
    await waitForResponse(client, id, { deadlineMs: 5000, timer });
    expect(deadlines).toEqual([5000, 3000, 1000]);
  });
});
