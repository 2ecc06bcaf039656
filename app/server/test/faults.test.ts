import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { Fault } from '@sekisho/responses/simulator';
import { describe, expect, it } from 'vitest';
import { FALLBACK_TEXT } from '../src/domain/ai-conversation-service.ts';
import { startService } from './start-service.ts';

async function open(env: Record<string, string> = {}) {
  const service = startService(env);
  const { json } = await service.call('POST', '/ai-agent/sessions', {});
  const path = `/ai-agent/sessions/${json.id}/messages`;
  const ask = (message: string, headers: Record<string, string> = {}) =>
    service.call('POST', path, { message }, headers);
  const asked = () =>
    service.simulator.journal.filter(({ path: where }) => where.endsWith('/responses')).length;
  return { ...service, path, ask, asked };
}

describe('when the model cannot be reached', () => {
  const faults: [string, Fault, number, string][] = [
    ['429', { type: 'rate-limit' }, 2, 'rate_limited'],
    ['500', { type: 'server-error' }, 2, 'server_error'],
    ['503', { type: 'server-error', status: 503 }, 2, 'server_error'],
    ['a reset connection', { type: 'reset' }, 1, 'connection_failed'],
  ];

  it.each(faults)(
    'answers %s with the fixed text, for nothing',
    async (_name, fault, attempts, errorType) => {
      const { ask, asked, simulator, lines, path, call } = await open();
      simulator.script({ fault }, { fault });
      const { status, json } = await ask('こんにちは');
      expect(status).toBe(200);
      expect(json.aiResponse).toMatchObject({
        content: FALLBACK_TEXT,
        isFallback: true,
        template: { status: 'none' },
      });
      expect(json.usage).toEqual({ tokens: 0, costUsd: 0 });
      expect(asked()).toBe(attempts);
      const event = { event: 'chat.fallback', errorType, retryCount: attempts - 1 };
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(event);
      expect(lines.join('')).not.toContain('こんにちは');
      expect((await call('GET', path)).json.items).toHaveLength(2);
    },
  );

  it('tries once more after 1.5 seconds and then has the answer', async () => {
    const { ask, simulator, time, lines } = await open();
    simulator.script({ fault: { type: 'server-error' } });
    const before = time.now;
    expect((await ask('こんにちは')).json.aiResponse.isFallback).toBe(false);
    expect(time.now - before).toBe(1500);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'chat.answered', retryCount: 1 });
  });

  it('gives up on a model that stays silent, and does not ask twice', async () => {
    const never: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
      });
    let count = 0;
    const service = startService(
      { OPENAI_TIMEOUT_MS: '1000' },
      {
        fetch: (...given) => ((count += 1), never(...given)),
        timer: { now: Date.now, wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 50)) },
      },
    );
    const { json } = await service.call('POST', '/ai-agent/sessions', {});
    const answer = await service.call('POST', `/ai-agent/sessions/${json.id}/messages`, { message: 'a' });
    expect(answer.json.aiResponse.isFallback).toBe(true);
    expect(JSON.parse(service.lines.at(-1) ?? '')).toMatchObject({
      event: 'chat.fallback',
      errorType: 'timed_out',
    });
    expect(count).toBe(1);
  });

  it('ends a stream that is cut with the fixed text', async () => {
    const { ask, simulator } = await open();
    simulator.script({ fault: { type: 'cut-stream', afterEvents: 6 } });
    const { text } = await ask('こんにちは', { accept: 'text/event-stream' });
    expect(text.split('\n\n').at(-2)).toMatch(/^event: message\n.*"isFallback":true/m);
  });

  it('says that something is wrong when waiting does not help', async () => {
    const { ask, simulator, path, call } = await open();
    simulator.script({ fault: { type: 'forbidden' } });
    const { status, json } = await ask('こんにちは');
    expect([status, json.code, json.errorType]).toEqual([502, 'OpenAIUnavailable', 'permission_denied']);
    expect((await call('GET', path)).json.items).toEqual([]);
  });

  it('keeps the fixed text out of the next prompt', async () => {
    const { ask, simulator } = await open();
    simulator.script({ fault: { type: 'reset' } });
    await ask('製造業です');
    await ask('採用です');
    const body = JSON.stringify(simulator.journal.at(-1)?.body);
    expect(body).toContain('製造業です');
    expect(body).not.toContain('申し訳ありません');
  });
});

describe('when a request comes twice', () => {
  const key = { 'idempotency-key': 'k1' };

  it('gives the stored reply and does not ask again', async () => {
    const { ask, asked, path, call } = await open();
    const first = await ask('こんにちは', key);
    const second = await ask('こんにちは', key);
    expect(second.json).toEqual(first.json);
    expect(asked()).toBe(1);
    expect((await call('GET', path)).json.items).toHaveLength(2);
  });

  it('asks once when both come at the same time', async () => {
    const { ask, asked } = await open();
    const statuses = (await Promise.all([ask('a', key), ask('a', key), ask('a', key)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(asked()).toBe(1);
  });

  it('refuses the key for another message', async () => {
    const { ask } = await open();
    await ask('a', key);
    const other = await ask('b', key);
    expect([other.status, other.json.code]).toEqual([422, 'KeyReused']);
  });

  it('asks again after a fixed text and leaves one exchange behind', async () => {
    const { ask, simulator, path, call } = await open();
    simulator.script({ fault: { type: 'reset' } });
    expect((await ask('a', key)).json.aiResponse.isFallback).toBe(true);
    expect((await ask('a', key)).json.aiResponse.isFallback).toBe(false);
    expect((await call('GET', path)).json.items).toHaveLength(2);
  });

  it('finds the reply after the process is gone', async () => {
    const first = await open();
    const answered = await first.ask('こんにちは', key);
    const second = startService({}, { dataDir: first.dataDir });
    const again = await second.call('POST', first.path, { message: 'こんにちは' }, key);
    expect(again.json).toEqual(answered.json);
    expect(second.simulator.journal).toHaveLength(0);
  });

  it('takes over a request whose process died before it had an answer', async () => {
    const { ask, dataDir, time } = await open();
    const database = new DatabaseSync(join(dataDir, 'chat.db'));
    await ask('a', key);
    database.exec(`update requests set reply = null, expires_at = ${time.now + 120_000}`);
    expect((await ask('a', key)).status).toBe(409);
    time.now += 120_001;
    expect((await ask('a', key)).status).toBe(200);
    database.close();
  });
});

describe('when the disk does not take it', () => {
  it('says so, keeps the paid answer, and stores it when asked again', async () => {
    const { ask, asked, dataDir, path, call } = await open();
    const database = new DatabaseSync(join(dataDir, 'chat.db'));
    database.exec(
      `create trigger full before insert on messages begin select raise(abort, 'database or disk is full'); end`,
    );
    const refused = await ask('こんにちは', { 'idempotency-key': 'k' });
    expect([refused.status, refused.json.code]).toEqual([503, 'StoreUnavailable']);
    database.exec('drop trigger full');
    database.close();
    const stored = await ask('こんにちは', { 'idempotency-key': 'k' });
    expect([stored.status, stored.json.aiResponse.isFallback]).toEqual([200, false]);
    expect(asked()).toBe(1);
    expect((await call('GET', path)).json.items).toHaveLength(2);
    expect((await ask('こんにちは', { 'idempotency-key': 'k' })).json).toEqual(stored.json);
  });
});
