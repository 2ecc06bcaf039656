import { describe, expect, it } from 'vitest';
import { startService } from './start-service.ts';

/** Starts a service whose model responds when the test allows it, and creates one session. */
async function startSlowly() {
  const asked: (() => void)[] = [];
  const service = startService(
    {},
    {
      responder: {
        generateResponse: async () => {
          const gate = Promise.withResolvers<void>();
          asked.push(gate.resolve);
          await gate.promise;
          return { ok: true, content: '答えです。', usage: { totalTokens: 3 }, model: 'm', retryCount: 0 };
        },
      },
    },
  );
  const { json } = await service.call('POST', '/ai-agent/sessions', {});
  const path = `/ai-agent/sessions/${json.id}/messages`;
  const ask = (message: string) => service.call('POST', path, { message });
  return { ...service, ask, asked, turn: () => new Promise((resolve) => setTimeout(resolve, 20)) };
}

describe('a service that shuts down', () => {
  it('waits for the billed response, and starts no other', async () => {
    const { ask, asked, stop, turn } = await startSlowly();
    const first = ask('一つ目');
    const second = ask('二つ目');
    await turn();
    let isEnded = false;
    const ended = stop().finally(() => {
      isEnded = true;
    });
    const late = ask('三つ目');
    await turn();
    expect([asked.length, isEnded]).toEqual([1, false]);
    asked[0]?.();
    expect((await first).json.aiResponse.text).toBe('答えです。');
    for (const { status, json, headers } of [await second, await late]) {
      expect([status, json.code, headers.get('retry-after')]).toEqual([503, 'ServiceEnding', '5']);
    }
    await ended;
    expect(asked).toHaveLength(1);
  });
});
