import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAgentMessages, textOf } from './ask-plugin.ts';
import { daemonKinds } from './daemon-kinds.ts';
import { waitUntil } from './ground/wait-until.ts';
import { GOOD_KEY, openPluginEnvironment, type PluginEnvironment } from './open-plugin-environment.ts';

describe.each(daemonKinds())('both plugins in $name', (kind) => {
  let plugins: PluginEnvironment;

  beforeAll(async () => {
    plugins = await openPluginEnvironment(kind);
  });

  afterAll(() => plugins.close());

  it.each(['gpt5_function_calling', 'gpt5_react'])(
    'run a query through %s, the model, OpenAI and a tool',
    async (strategy) => {
      const { simulator, toolCalls } = plugins;
      const called = toolCalls.length;
      const asked = simulator.journal.length;
      const question = plugins.askStrategy('What is the weather in San Francisco?', strategy);
      const messages = await readAgentMessages(question);
      expect(textOf(messages)).toContain('21 degrees');
      expect(toolCalls.slice(called)).toEqual(['get_weather San Francisco']);
      // One round that calls the tool, and one that answers.
      expect(simulator.journal.slice(asked).map(({ path }) => path)).toEqual([
        '/v1/responses',
        '/v1/responses',
      ]);
      expect(messages.filter(({ type }) => type === 'log').length).toBeGreaterThan(1);
      const usage = messages.filter(({ type }) => type === 'json').at(-1)?.message['json_object'];
      expect(usage).toMatchObject({ execution_metadata: { total_tokens: expect.any(Number) } });
    },
  );

  it('stream the response of the model', async () => {
    const pieces = await Array.fromAsync(plugins.askModel('Please tell me a long story about a checkpoint.'));
    expect(pieces.length).toBeGreaterThan(1);
    expect(JSON.stringify(pieces.at(-1))).toContain('"finish_reason":"stop"');
  });

  it('accept a valid key, reject an invalid one, and never repeat it', async () => {
    expect(await Array.fromAsync(plugins.checkKey(GOOD_KEY))).toMatchObject([{ result: true }]);
    const stolen = 'sk-stolen-key-1234567890';
    const refusal = await Array.fromAsync(plugins.checkKey(stolen)).catch((error: unknown) => String(error));
    expect(refusal).toContain('CredentialsValidateFailedError');
    expect(refusal).not.toContain(stolen);
  });

  it('send the key to no base URL that the administrator did not allow', async () => {
    const { simulator, openaiUrl } = plugins;
    const asked = simulator.journal.length;
    const elsewhere = openaiUrl.replace('/v1', '/elsewhere/v1');
    const refusal = await Array.fromAsync(plugins.checkKey(GOOD_KEY, elsewhere)).catch((error: unknown) =>
      String(error),
    );
    expect(refusal).toContain('OPENAI_GPT5_ALLOWED_BASE_URL_HOSTS');
    expect(refusal).toContain('「openai_api_base」');
    expect(simulator.journal.length).toBe(asked);
  });

  it('describe a pro model without polling, which Dify 1.10 would reject', async () => {
    const [answer] = await Array.fromAsync(plugins.describeModel('gpt-5.4-pro', { use_polling: 'true' }));
    expect(answer).toMatchObject({ model_schema: { model: 'gpt-5.4-pro', fetch_from: 'predefined-model' } });
    expect(JSON.stringify(answer)).not.toContain('polling');
  });

  it('run a hundred concurrent agents, each with its own city', async () => {
    const cities = Array.from({ length: 100 }, (_, index) => `Town${index}`);
    const answers = await Promise.all(
      cities.map(async (city) =>
        textOf(await readAgentMessages(plugins.askStrategy(`What is the weather in ${city}?`))),
      ),
    );
    expect(answers.filter((answer, index) => !answer.includes(`${cities[index]}, 21 degrees`))).toEqual([]);
  });

  it('run again after a restart of the daemon', async () => {
    await plugins.environment.restart();
    // The plugins start in any order; an agent whose model has not started reports that the model failed.
    await waitUntil('the model plugin to be ready', () =>
      Array.fromAsync(plugins.askModel('Hello')).catch(() => undefined),
    );
    const messages = await waitUntil('the agent plugin to be ready', () =>
      readAgentMessages(plugins.askStrategy('What is the weather in Kyoto?')).catch(() => undefined),
    );
    expect(textOf(messages)).toContain('21 degrees');
  });
});
