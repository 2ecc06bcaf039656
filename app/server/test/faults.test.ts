import { createSimulator, interviewPersona, type Fault } from '@sekisho/responses/simulator';
import { describe, expect, it } from 'vitest';
import { FALLBACK_TEXT } from '../src/chat/conversation/ai-conversation-service.ts';
import { describeOnEachStore, type StoreLocation } from './each-store.ts';
import { startService } from './start-service.ts';

/** A clock that runs fifty times as fast. */
const fastClock = {
  now: Date.now,
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / 50)),
};

/** A clock that runs five times as fast: a slow stream must also complete on a busy machine. */
const mediumClock = { ...fastClock, wait: (ms: number) => fastClock.wait(ms * 10) };

async function openService(location: StoreLocation, options: Parameters<typeof startService>[1] = {}) {
  const service = startService(
    { OPENAI_TIMEOUT_MS: '10000', ...location.env },
    { dataDir: location.dataDir, ...options },
  );
  const { json } = await service.call('POST', '/ai-agent/sessions', {});
  const path = `/ai-agent/sessions/${json.id}/messages`;
  const ask = (message: string, headers: Record<string, string> = {}) =>
    service.call('POST', path, { message }, headers);
  const asked = () =>
    service.simulator.journal.filter(({ path: where }) => where.endsWith('/responses')).length;
  return { ...service, path, ask, asked };
}

/** The statements that make each store reject messages, and accept them again. */
const refusals: Record<StoreLocation['kind'], [string, string]> = {
  SQLite: [
    `create trigger full before insert on messages begin select raise(abort, 'database or disk is full'); end`,
    'drop trigger full',
  ],
  PostgreSQL: [
    `alter table $messages add constraint disk_is_full check (content is null) not valid`,
    'alter table $messages drop constraint disk_is_full',
  ],
};

describeOnEachStore('a service with faults', (createLocation) => {
  describe('when the model is unavailable', () => {
    const faults: [string, Fault, number, string][] = [
      ['429', { type: 'rate-limit' }, 2, 'rate_limited'],
      ['500', { type: 'server-error' }, 2, 'server_error'],
      ['503', { type: 'server-error', status: 503 }, 2, 'server_error'],
      ['a reset connection', { type: 'reset' }, 2, 'connection_failed'],
    ];

    it.each(faults)(
      'replies to %s with the fallback text, without cost',
      async (_name, fault, attempts, errorType) => {
        const { ask, asked, simulator, lines, path, call } = await openService(await createLocation());
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

    it.each<[string, Fault]>([
      ['a server error', { type: 'server-error' }],
      ['a reset connection', { type: 'reset' }],
    ])('retries 1.5 seconds after %s and returns the response', async (_name, fault) => {
      const { ask, simulator, time, lines } = await openService(await createLocation());
      simulator.script({ fault });
      const before = time.now;
      expect((await ask('こんにちは')).json.aiResponse.isFallback).toBe(false);
      expect(time.now - before).toBe(1500);
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'chat.answered', retryCount: 1 });
    });

    it('returns the fallback text after two timeouts', async () => {
      const never: typeof fetch = (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
        });
      let count = 0;
      const { ask, lines } = await openService(await createLocation(), {
        fetch: (...given) => ((count += 1), never(...given)),
        timer: fastClock,
      });
      const { aiResponse } = (await ask('a')).json;
      expect([aiResponse.isFallback, aiResponse.warnings]).toEqual([true, ['Timeout']]);
      const event = { event: 'chat.fallback', errorType: 'timed_out', retryCount: 1 };
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(event);
      expect(count).toBe(2);
    });

    it('waits for a slow stream and passes on all of its text', async () => {
      const slow = createSimulator({
        persona: interviewPersona,
        latency: { firstByteMs: 20, perEventMs: 2 },
      });
      const { ask } = await openService(await createLocation(), { fetch: slow.fetch, timer: mediumClock });
      const { text } = await ask('こんにちは', { accept: 'text/event-stream' });
      const shown = [...text.matchAll(/^event: delta\ndata: (.*)$/gm)].map(
        ([, data]) => JSON.parse(data ?? '').text,
      );
      const reply = JSON.parse(/^event: message\ndata: (.*)$/m.exec(text)?.[1] ?? '');
      expect(reply.aiResponse.isFallback).toBe(false);
      expect(shown.length).toBeGreaterThan(1);
      expect(shown.join('').trim()).toBe(reply.aiResponse.text);
    });

    it.each([
      ['too slow', { latency: { perEventMs: 50 } }, undefined],
      ['stalled', {}, { type: 'stall', afterEvents: 6 } satisfies Fault],
    ])('ends a stream that is %s twice with the fallback text', async (_case, timing, fault) => {
      const slow = createSimulator({ persona: interviewPersona, ...timing });
      if (fault) slow.script({ fault }, { fault });
      const { ask, lines, call, path } = await openService(await createLocation(), {
        fetch: slow.fetch,
        timer: fastClock,
      });
      const { text } = await ask('こんにちは', { accept: 'text/event-stream' });
      expect(text.split('\n\n').at(-2)).toMatch(/^event: message\n.*"isFallback":true/m);
      const event = { event: 'chat.fallback', errorType: 'timed_out', retryCount: 1 };
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(event);
      expect(slow.journal).toHaveLength(2);
      expect((await call('GET', path)).json.items).toHaveLength(2);
    });

    it('discards the text of an interrupted stream, and passes on that of the second attempt', async () => {
      const { ask, simulator } = await openService(await createLocation());
      simulator.script({ fault: { type: 'cut-stream', afterEvents: 8 } });
      const { text } = await ask('こんにちは', { accept: 'text/event-stream' });
      const [before = '', after = ''] = text.split('event: restart');
      const wordsIn = (events: string) =>
        [...events.matchAll(/^event: delta\ndata: (.*)$/gm)]
          .map(([, data]) => JSON.parse(data ?? '').text)
          .join('');
      const reply = JSON.parse(/^event: message\ndata: (.*)$/m.exec(after)?.[1] ?? '');
      expect(wordsIn(before)).not.toBe('');
      expect(wordsIn(after).trim()).toBe(reply.aiResponse.text);
      expect(reply.aiResponse.isFallback).toBe(false);
    });

    it('ends a stream that is interrupted twice with the fallback text', async () => {
      const { ask, simulator } = await openService(await createLocation());
      const fault: Fault = { type: 'cut-stream', afterEvents: 6 };
      simulator.script({ fault }, { fault });
      const { text } = await ask('こんにちは', { accept: 'text/event-stream' });
      expect(text.split('\n\n').at(-2)).toMatch(/^event: message\n.*"isFallback":true/m);
    });

    it('returns an error for a permanent failure', async () => {
      const { ask, simulator, path, call } = await openService(await createLocation());
      simulator.script({ fault: { type: 'forbidden' } });
      const { status, json } = await ask('こんにちは');
      expect([status, json.code, json.errorType]).toEqual([502, 'OpenAIUnavailable', 'permission_denied']);
      expect((await call('GET', path)).json.items).toEqual([]);
    });

    it('excludes the fallback text from the next prompt', async () => {
      const { ask, simulator } = await openService(await createLocation());
      simulator.script({ fault: { type: 'reset' } }, { fault: { type: 'reset' } });
      await ask('製造業です');
      await ask('採用です');
      const body = JSON.stringify(simulator.journal.at(-1)?.body);
      expect(body).toContain('製造業です');
      expect(body).not.toContain('申し訳ありません');
    });
  });

  describe('when a request is repeated', () => {
    const key = { 'idempotency-key': 'k1' };

    it('returns the stored reply without a second model call', async () => {
      const { ask, asked, path, call } = await openService(await createLocation());
      const first = await ask('こんにちは', key);
      const second = await ask('こんにちは', key);
      expect(second.json).toEqual(first.json);
      expect(asked()).toBe(1);
      expect((await call('GET', path)).json.items).toHaveLength(2);
    });

    it('calls the model once for concurrent requests, and replies to both', async () => {
      const { ask, asked } = await openService(await createLocation());
      const [first, ...others] = await Promise.all([ask('a', key), ask('a', key), ask('a', key)]);
      expect(first?.status).toBe(200);
      for (const other of others) expect(other.json).toEqual(first?.json);
      expect(asked()).toBe(1);
    });

    it('calls the model once for concurrent requests to two processes', async () => {
      const location = await createLocation();
      const one = await openService(location);
      const other = startService(location.env, { dataDir: location.dataDir });
      const answers = await Promise.all([
        one.ask('a', key),
        other.call('POST', one.path, { message: 'a' }, key),
      ]);
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect([
        [200, 200],
        [200, 409],
      ]).toContainEqual(statuses);
      expect(one.asked() + other.simulator.journal.length).toBe(1);
    });

    it('rejects the key for another message', async () => {
      const { ask } = await openService(await createLocation());
      await ask('a', key);
      const other = await ask('b', key);
      expect([other.status, other.json.code]).toEqual([422, 'KeyReused']);
    });

    it('calls the model again after a fallback text and stores one exchange', async () => {
      const { ask, simulator, path, call } = await openService(await createLocation());
      simulator.script({ fault: { type: 'reset' } }, { fault: { type: 'reset' } });
      expect((await ask('a', key)).json.aiResponse.isFallback).toBe(true);
      expect((await ask('a', key)).json.aiResponse.isFallback).toBe(false);
      expect((await call('GET', path)).json.items).toHaveLength(2);
    });

    it('returns the reply after the process was replaced', async () => {
      const location = await createLocation();
      const first = await openService(location);
      const answered = await first.ask('こんにちは', key);
      await first.stop();
      const second = startService(location.env, { dataDir: location.dataDir });
      const again = await second.call('POST', first.path, { message: 'こんにちは' }, key);
      expect(again.json).toEqual(answered.json);
      expect(second.simulator.journal).toHaveLength(0);
    });

    it('converts the times of a reply of version 0.1', async () => {
      const location = await createLocation();
      const { ask, time } = await openService(location);
      const { json: first } = await ask('a', key);
      const old = structuredClone(first);
      delete old.aiResponse.warnings;
      for (const message of old.conversation) {
        delete message.warnings;
        delete message.feedback;
        message.createdAt = time.now;
      }
      await location.execute(`update $requests set reply = '${JSON.stringify(old).replaceAll("'", "''")}'`);
      expect((await ask('a', key)).json).toEqual(first);
    });

    it('claims a request whose process died before it had a response', async () => {
      const location = await createLocation();
      const { ask, time } = await openService(location);
      await ask('a', key);
      await location.execute(`update $requests set reply = null, expires_at = ${time.now + 120_000}`);
      expect((await ask('a', key)).status).toBe(409);
      time.now += 120_001;
      expect((await ask('a', key)).status).toBe(200);
    });
  });

  describe('when messages of one session arrive concurrently', () => {
    it('processes them in order, each with the previous one in its history', async () => {
      const { ask, simulator, path, call } = await openService(await createLocation());
      const words = ['一つ目', '二つ目', '三つ目'];
      const answers = await Promise.all(words.map((word) => ask(word)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { items } = (await call('GET', path)).json;
      expect(items.map(({ content }: { content: string }) => content)).toEqual(
        answers.flatMap(({ json }, index) => [words[index], json.aiResponse.content]),
      );
      const last = JSON.stringify(simulator.journal.at(-1)?.body);
      for (const word of words) expect(last).toContain(word);
    });

    it('rejects more than can wait', async () => {
      const { ask } = await openService(await createLocation());
      const answers = await Promise.all(Array.from({ length: 14 }, (_, index) => ask(`${index}`)));
      const busy = answers.filter(({ json }) => json.code === 'SessionBusy');
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(11);
      expect(busy.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
        Array.from({ length: 3 }, () => [429, '2']),
      );
    });
  });

  describe('when the disk rejects writes', () => {
    it('reports it, keeps the billed response, and stores it on the next request', async () => {
      const location = await createLocation();
      const { ask, asked, path, call } = await openService(location);
      const [refuse, accept] = refusals[location.kind];
      await location.execute(refuse);
      const refused = await ask('こんにちは', { 'idempotency-key': 'k' });
      expect([refused.status, refused.json.code]).toEqual([503, 'StoreUnavailable']);
      await location.execute(accept);
      const stored = await ask('こんにちは', { 'idempotency-key': 'k' });
      expect([stored.status, stored.json.aiResponse.isFallback]).toEqual([200, false]);
      expect(asked()).toBe(1);
      expect((await call('GET', path)).json.items).toHaveLength(2);
      expect((await ask('こんにちは', { 'idempotency-key': 'k' })).json).toEqual(stored.json);
    });
  });
});
