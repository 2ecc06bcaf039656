import { createSimulator, interviewPersona, type Fault } from '@sekisho/responses/simulator';
import { describe, expect, it } from 'vitest';
import { createResponder, type ResponderOptions } from './create-responder.ts';

const TIMEOUT_MS = 30_000;
const never: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
  });

/** Creates a responder with a clock that never waits: deadlines pass immediately when `isLate`, and never otherwise. */
function responderWith(fetch: typeof globalThis.fetch, isLate: (call: number) => boolean = () => false) {
  const waits: number[] = [];
  let calls = 0;
  const timer: ResponderOptions['timer'] = {
    now: () => 0,
    wait: async (ms, signal) => {
      if (ms !== TIMEOUT_MS) {
        waits.push(ms);
        return;
      }
      calls += 1;
      if (isLate(calls)) return;
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    },
  };
  const responder = createResponder({
    mode: 'mock',
    strategy: 'fence',
    model: 'auto',
    temperature: 0.3,
    maxTokens: 1200,
    timeoutMs: TIMEOUT_MS,
    apiKey: undefined,
    baseUrl: undefined,
    clock: () => 0,
    fetch,
    timer,
  });
  const ask = (isRepair = false) =>
    responder.generateResponse([{ role: 'user', content: '採用です' }], { isRepair });
  return { ask, waits, calls: () => calls };
}

describe('the number of attempts of a call', () => {
  const simulator = () => createSimulator({ persona: interviewPersona });

  it('is two, 1.5 seconds apart, when the model times out', async () => {
    const { ask, waits, calls } = responderWith(never, () => true);
    expect(await ask()).toMatchObject({ ok: false, code: 'Timeout', errorType: 'timed_out', retryCount: 1 });
    expect([waits, calls()]).toEqual([[1500], 2]);
  });

  it('is two when only the first attempt times out', async () => {
    const { fetch } = simulator();
    const { ask, waits } = responderWith(fetch, (call) => call === 1);
    expect(await ask()).toMatchObject({ ok: true, retryCount: 1 });
    expect(waits).toEqual([1500]);
  });

  const faults: [string, Fault][] = [
    ['a reset connection', { type: 'reset' }],
    ['a server error', { type: 'server-error' }],
    ['an unavailable server', { type: 'server-error', status: 503 }],
  ];

  it.each(faults)('is two after %s', async (_case, fault) => {
    const model = simulator();
    model.script({ fault });
    const { ask, waits } = responderWith(model.fetch);
    expect(await ask()).toMatchObject({ ok: true, retryCount: 1 });
    expect([waits, model.journal.length]).toEqual([[1500], 2]);
  });

  it('is never three', async () => {
    const model = simulator();
    model.script(...Array.from({ length: 3 }, () => ({ fault: { type: 'reset' as const } })));
    const { ask, calls } = responderWith(model.fetch);
    expect(await ask()).toMatchObject({ ok: false, code: 'OpenAIUnavailable', retryCount: 1 });
    expect(calls()).toBe(2);
  });

  it.each<[string, Fault, boolean]>([
    ['a permanent rejection', { type: 'forbidden' }, false],
    ['a repair', { type: 'reset' }, true],
  ])('is one for %s', async (_case, fault, isRepair) => {
    const model = simulator();
    model.script({ fault });
    const { ask, waits } = responderWith(model.fetch);
    expect(await ask(isRepair)).toMatchObject({ ok: false, retryCount: 0 });
    expect(waits).toEqual([]);
  });
});
