import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PROVIDER_NAMES } from '../src/providers/provider-types.ts';
import type { ProviderName } from '../src/providers/provider-types.ts';
import { getProvider } from '../src/providers/get-provider.ts';
import { createProgram } from './providers/program.ts';
import { stepFor } from './providers/conversation.ts';

const PATHS: Readonly<Record<ProviderName, string>> = {
  openai: '/v1',
  ollama: '/v1',
  lmstudio: '/v1',
  gemini: '/v1beta/openai',
  anthropic: '/v1',
  openrouter: '/api/v1',
};
const CASES = PROVIDER_NAMES.flatMap((name) => [[name, false] as const, [name, true] as const]);

/** Tests the providers against a server of an independent project. */
describe('the providers against aimock', () => {
  const mock = new LLMock({ port: 0 });

  beforeAll(async () => {
    for (const toolResults of [0, 2, 3]) {
      const { calls, text } = stepFor(toolResults);
      const toolCalls = calls.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) }));
      mock.on(
        {
          predicate: ({ messages }) => messages.filter(({ role }) => role === 'tool').length === toolResults,
        },
        toolCalls.length > 0 ? { toolCalls } : { content: text },
      );
    }
    await mock.start();
  });

  afterEach(() => {
    mock.clearChaos();
    mock.clearRequests();
  });

  afterAll(() => mock.stop());

  it.each(CASES)('%s completes the program (streamed: %s)', async (provider, isStreamed) => {
    const program = createProgram(modelOf(provider));
    const { state = '' } = await program.start(isStreamed);
    expect(await program.resume(state, isStreamed)).toEqual({
      executed: ['get_weather Tokyo', 'get_weather Paris', 'delete_file /tmp/old.txt'],
      output: { summary: 'Sunny twice.', cities: ['Tokyo', 'Paris'] },
    });
  });

  it.each(CASES)(
    '%s stops retrying a rate limit after the allowed attempts (streamed: %s)',
    async (provider, isStreamed) => {
      mock.setChaos({ rateLimitRate: 1 });
      await expect(createProgram(modelOf(provider)).start(isStreamed)).rejects.toThrow(
        `[${provider}/rate-limited]`,
      );
      expect(mock.getRequests()).toHaveLength(isStreamed ? 1 : 2);
    },
  );

  it.each(CASES)(
    '%s does not accept a broken connection as a response (streamed: %s)',
    async (provider, isStreamed) => {
      mock.setChaos({ disconnectRate: 1 });
      await expect(createProgram(modelOf(provider)).start(isStreamed)).rejects.toMatchObject({
        name: 'SekishoError',
      });
      expect(mock.getRequests()).toHaveLength(isStreamed ? 1 : 2);
    },
  );

  it.each(CASES)(
    '%s does not accept a malformed body as a response (streamed: %s)',
    async (provider, isStreamed) => {
      mock.setChaos({ malformedRate: 1 });
      await expect(createProgram(modelOf(provider)).start(isStreamed)).rejects.toMatchObject({
        name: 'SekishoError',
      });
      expect(mock.getRequests()).toHaveLength(1);
    },
  );

  // The shortest timeout is a second, so all providers wait at the same time.
  it('every provider waits no longer than the timeout, streamed or not', async () => {
    mock.setChaos({ latencyMs: 10_000 });
    await Promise.all(
      CASES.map(([provider, isStreamed]) =>
        expect(createProgram(modelOf(provider, 1_000)).start(isStreamed)).rejects.toThrow(
          `[${provider}/timeout]`,
        ),
      ),
    );
  });

  function modelOf(provider: ProviderName, timeoutMs = 10_000) {
    const options = {
      env: {},
      apiKey: 'k-123456',
      baseUrl: `${mock.url}${PATHS[provider]}`,
      timeoutMs,
    };
    return getProvider(provider, options).getModel('m');
  }
});
