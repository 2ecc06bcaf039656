import { describe, expect, it } from 'vitest';
import { ResponsesClient } from '../client/responses-client.ts';
import { createSimulator, type SimulatorOptions } from '../simulator/index.ts';
import { ConversationRunner, type ContinuityMode } from './conversation-runner.ts';
import { HandleCodec } from './handle-codec.ts';
import { MemoryTranscriptStore } from './memory-transcript-store.ts';

const DAY = 86_400_000;

function start(mode: ContinuityMode, options: SimulatorOptions & { handles?: HandleCodec } = {}) {
  const clock = { now: 1_790_000_000_000 };
  const simulator = createSimulator({ now: () => clock.now, ...options });
  const credentials = {
    apiKey: 'sk-test',
    organization: undefined,
    baseUrl: undefined,
    timeoutMs: 60_000,
    maxRetries: 0,
  };
  const transcripts = new MemoryTranscriptStore();
  const client = new ResponsesClient({ credentials, fetch: simulator.fetch });
  const open = () =>
    new ConversationRunner({
      client,
      transcripts,
      mode,
      ...(options.handles && { handles: options.handles }),
    });
  return { clock, simulator, transcripts, open };
}

function say(runner: ConversationRunner, input: string, previous?: string, owner = 'ann') {
  return runner.run({
    owner,
    params: { model: 'gpt-6.1-sol', input, stream: true },
    ...(previous && { previous }),
  });
}

describe('ConversationRunner', () => {
  it.each(['server', 'local', 'auto'] as const)(
    'continues over five turns and restarts in mode %s',
    async (mode) => {
      const { open } = start(mode);
      let result = await say(open(), 'My name is Mika.');
      for (const filler of ['Hello', 'Thanks', '1 + 1']) {
        expect(result).toMatchObject({ ok: true });
        result = await say(open(), filler, result.handle);
      }
      result = await say(open(), 'What is my name?', result.handle);
      expect(result).toMatchObject({ ok: true, outcome: { answer: 'Your name is Mika.' } });
      expect(result.continuedBy).toBe(mode === 'local' ? 'replay' : 'server');
    },
  );

  it('stores nothing at OpenAI in mode local, and sends encrypted reasoning back', async () => {
    const { open, simulator } = start('local');
    const first = await say(open(), 'My name is Mika.');
    await say(open(), 'What is my name?', first.handle);
    const [one, two] = simulator.journal.map(({ body }) => body);
    expect(one).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
    expect(two).not.toHaveProperty('previous_response_id');
    expect(JSON.stringify(two?.['input'])).toContain('encrypted_content');
    expect(JSON.stringify(two?.['input'])).not.toMatch(/"id":"msg_/);
  });

  it('stores at OpenAI in mode server and nothing locally', async () => {
    const { open, simulator, transcripts } = start('server');
    const result = await say(open(), 'Hello');
    expect(simulator.journal[0]?.body).toMatchObject({ store: true });
    expect(await transcripts.get(result.handle ?? '')).toBeUndefined();
  });

  it('falls back to local transcripts in mode auto when the response has expired', async () => {
    const { open, clock } = start('auto');
    const first = await say(open(), 'My name is Mika.');
    clock.now += 31 * DAY;
    const second = await say(open(), 'What is my name?', first.handle);
    expect(second).toMatchObject({
      ok: true,
      continuedBy: 'replay',
      outcome: { answer: 'Your name is Mika.' },
    });
    const third = await say(open(), 'What is my name?', second.handle);
    expect(third).toMatchObject({
      ok: true,
      continuedBy: 'replay',
      outcome: { answer: 'Your name is Mika.' },
    });
  });

  it('replays every turn of an organization with Zero Data Retention, and returns the reason', async () => {
    const { open, simulator } = start('auto', { keepsNoData: true });
    const runner = open();
    let result = await say(runner, 'My name is Mika.');
    result = await say(runner, 'Hello', result.handle);
    result = await say(runner, 'What is my name?', result.handle);
    expect(result).toMatchObject({
      ok: true,
      continuedBy: 'replay',
      refusal: 'previous_response_unusable',
      outcome: { answer: 'Your name is Mika.' },
    });
    const chained = simulator.journal.filter(({ body }) => body && 'previous_response_id' in body);
    expect(chained).toHaveLength(2);
  });

  it.each(['server', 'auto'] as const)('reports Zero Data Retention in mode %s for each id', async (mode) => {
    const { open, simulator } = start(mode, { keepsNoData: true });
    const runner = open();
    for (const [count, id] of ['resp_one', 'resp_two'].entries()) {
      expect(await say(runner, 'Hello', id)).toMatchObject({
        ok: false,
        error: { code: 'previous_response_unusable', upstream: { status: 400 } },
      });
      expect(simulator.journal).toHaveLength(count + 1);
    }
  });

  it('draws no conclusion about other ids or keys from a rejection', async () => {
    const clock = () => 1_790_000_000_000;
    const simulators = {
      a: createSimulator({ now: clock, keepsNoData: true }),
      b: createSimulator({ now: clock }),
    };
    // One backend serves two organizations by their keys, as a gateway does.
    const fetch: typeof globalThis.fetch = (url, init) =>
      simulators[new Headers(init?.headers).get('authorization') === 'Bearer key-a' ? 'a' : 'b'].fetch(
        url,
        init,
      );
    const transcripts = new MemoryTranscriptStore();
    const open = (apiKey: string) => {
      const rest = { organization: undefined, baseUrl: undefined, timeoutMs: 60_000, maxRetries: 0 };
      const client = new ResponsesClient({ credentials: { apiKey, ...rest }, fetch });
      return new ConversationRunner({ client, transcripts, mode: 'auto' });
    };
    const [withoutData, withData] = [open('key-a'), open('key-b')];
    expect(await say(withoutData, 'Hello', 'resp_unknown')).toMatchObject({
      error: { code: 'previous_response_unusable' },
    });
    const first = await say(withData, 'My name is Mika.');
    expect(await say(withData, 'What is my name?', first.handle)).toMatchObject({
      ok: true,
      continuedBy: 'server',
      outcome: { answer: 'Your name is Mika.' },
    });
    expect(await say(withData, 'Hello', 'resp_unknown')).toMatchObject({
      error: { code: 'previous_response_not_found' },
    });
    expect(simulators.b.journal).toHaveLength(3);
    // The organization changes its retention. The next turn detects it.
    simulators.a = simulators.b;
    expect(await say(withoutData, 'What is my name?', first.handle)).toMatchObject({ continuedBy: 'server' });
  });

  it.each(['server', 'auto', 'local'] as const)(
    'reports in mode %s that a response has expired',
    async (mode) => {
      const { open } = start(mode);
      expect(await say(open(), 'Hello', 'resp_unknown')).toMatchObject({
        ok: false,
        error: { code: 'previous_response_not_found' },
        handle: undefined,
      });
    },
  );

  it('does not fall back for an error that does not concern the previous response', async () => {
    const { open, simulator } = start('auto');
    const first = await say(open(), 'Hello');
    simulator.script({ fault: { type: 'quota' } });
    const second = await say(open(), 'Hello', first.handle);
    expect(second).toMatchObject({ ok: false, error: { code: 'quota_exhausted' } });
    expect(simulator.journal).toHaveLength(2);
  });

  it('rejects a malformed id before a request is sent', async () => {
    const { open, simulator } = start('server');
    expect(await say(open(), 'Hello', '../etc')).toMatchObject({
      ok: false,
      error: { code: 'invalid_response_id' },
    });
    expect(simulator.journal).toHaveLength(0);
  });

  it('returns opaque handles that only their owner can use', async () => {
    const handles = new HandleCodec('a secret of this server');
    const { open, simulator } = start('auto', { handles });
    const first = await say(open(), 'My name is Mika.', undefined, 'ann');
    expect(first.handle).toMatch(/^cnv_/);
    expect(first.handle).not.toContain(first.ok ? (first.outcome.id ?? '') : '');
    expect(await say(open(), 'What is my name?', first.handle, 'bob')).toMatchObject({
      ok: false,
      error: { code: 'foreign_conversation' },
    });
    expect(await say(open(), 'What is my name?', first.ok ? first.outcome.id : '', 'bob')).toMatchObject({
      ok: false,
      error: { code: 'invalid_response_id' },
    });
    expect(simulator.journal).toHaveLength(1);
    expect(await say(open(), 'What is my name?', first.handle, 'ann')).toMatchObject({
      ok: true,
      outcome: { answer: 'Your name is Mika.' },
    });
  });

  it("does not replay another owner's transcript even with a raw id", async () => {
    const { open } = start('local');
    const first = await say(open(), 'My name is Mika.', undefined, 'ann');
    expect(await say(open(), 'What is my name?', first.handle, 'bob')).toMatchObject({
      ok: false,
      error: { code: 'foreign_conversation' },
    });
  });

  it.each([
    ['local', false],
    ['auto', true],
  ] as const)('returns a charged response in mode %s when it cannot be stored', async (mode, canGoOn) => {
    const { open, transcripts } = start(mode);
    transcripts.put = async () => {
      throw new Error('no space left on device');
    };
    const result = await say(open(), 'Hello');
    expect(result).toMatchObject({ ok: true, isKept: false, outcome: { status: 'completed' } });
    expect(result.handle !== undefined).toBe(canGoOn);
  });

  it('reports that a turn is stored', async () => {
    const { open } = start('auto');
    expect(await say(open(), 'Hello')).toMatchObject({ ok: true, isKept: true });
  });
});
