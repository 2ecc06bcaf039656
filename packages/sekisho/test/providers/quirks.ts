import type { CompatProviderName } from '../../src/providers/compat-model-provider.ts';
import type { FailureKind } from '../../src/providers/provider-failure.ts';
import { call, chunk, completion, DONE, finish, sse, USAGE } from './wire-builders.ts';

/**
 * One deviation of a provider, whole and streamed, and the expected result.
 * Every fixture here is hand-written after the public report in `source`; none is a recording.
 */
export interface Quirk {
  readonly name: string;
  readonly source: string;
  readonly provider: CompatProviderName;
  readonly wantsJson?: boolean;
  readonly whole?: object | string;
  readonly stream?: string;
  readonly expects: {
    readonly calls?: readonly (readonly [name: string, args: object])[];
    readonly text?: string;
    readonly reasoning?: string;
    readonly providerData?: object;
    readonly failure?: FailureKind;
    readonly tokens?: number;
  };
}

const TOKYO = { city: 'Tokyo' };
const PARIS = { city: 'Paris' };
const tokyo = JSON.stringify(TOKYO);
const paris = JSON.stringify(PARIS);
const BOTH = {
  calls: [
    ['get_weather', TOKYO],
    ['get_weather', PARIS],
  ],
} as const;
const ONE = { calls: [['get_weather', TOKYO]] } as const;
const signature = (value: string) => ({ extra_content: { google: { thought_signature: value } } });

const without = (entry: object, ...keys: string[]): object =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)));

export const QUIRKS: readonly Quirk[] = [
  {
    name: 'parallel calls that share index 0',
    source: 'https://github.com/NousResearch/hermes-agent/issues/62937',
    provider: 'gemini',
    whole: completion({
      tool_calls: [call('get_weather', tokyo, { id: 'a' }), call('get_weather', paris, { id: 'b' })],
    }),
    stream: sse(
      chunk({ tool_calls: [call('get_weather', tokyo, { id: 'a' })] }),
      chunk({ tool_calls: [call('get_weather', paris, { id: 'b' })] }),
      finish('stop'),
      DONE,
    ),
    expects: BOTH,
  },
  {
    name: 'parallel calls without index',
    source: 'https://github.com/anomalyco/opencode/issues/17902',
    provider: 'gemini',
    whole: completion({
      tool_calls: [
        without(call('get_weather', tokyo, { id: 'a' }), 'index'),
        without(call('get_weather', paris, { id: 'b' }), 'index'),
      ],
    }),
    stream: sse(
      chunk({
        tool_calls: [
          without(call('get_weather', tokyo, { id: 'a' }), 'index'),
          without(call('get_weather', paris, { id: 'b' }), 'index'),
        ],
      }),
      finish('tool_calls'),
      DONE,
    ),
    expects: BOTH,
  },
  {
    name: 'parallel calls with empty ids on one index',
    source: 'https://github.com/vercel/ai/issues/6663',
    provider: 'gemini',
    whole: completion({
      tool_calls: [call('get_weather', tokyo, { id: '' }), call('get_weather', paris, { id: '' })],
    }),
    stream: sse(
      chunk({ tool_calls: [call('get_weather', tokyo, { id: '' })] }),
      chunk({ tool_calls: [call('get_weather', paris, { id: '' })] }, { finish_reason: 'stop' }),
      DONE,
    ),
    expects: BOTH,
  },
  {
    name: 'calls without id, index and type',
    source: 'https://github.com/BerriAI/litellm/pull/24095',
    provider: 'ollama',
    whole: completion({
      content: '',
      tool_calls: [
        { function: { name: 'get_weather', arguments: tokyo } },
        { function: { name: 'get_weather', arguments: paris } },
      ],
    }),
    stream: sse(
      chunk({ content: '', tool_calls: [{ function: { name: 'get_weather', arguments: tokyo } }] }),
      chunk({ content: '', tool_calls: [{ function: { name: 'get_weather', arguments: paris } }] }),
      finish('stop'),
      DONE,
    ),
    expects: BOTH,
  },
  {
    name: 'two calls with one id',
    source: 'https://github.com/HKUDS/nanobot/pull/3943',
    provider: 'lmstudio',
    whole: completion({ tool_calls: [call('get_weather', tokyo), call('get_weather', paris, { index: 1 })] }),
    stream: sse(
      chunk({ tool_calls: [call('get_weather', tokyo), call('get_weather', paris, { index: 1 })] }),
      finish('tool_calls'),
      DONE,
    ),
    expects: BOTH,
  },
  {
    name: 'the same call sent twice',
    source: 'https://github.com/agno-agi/agno/issues/2336',
    provider: 'openrouter',
    stream: sse(
      chunk({ tool_calls: [call('get_weather', tokyo)] }),
      chunk({ tool_calls: [call('get_weather', tokyo)] }),
      finish('tool_calls'),
      DONE,
    ),
    expects: ONE,
  },
  {
    name: 'the name of the tool repeated in every part',
    source: 'https://github.com/NousResearch/hermes-agent/issues/8089',
    provider: 'openrouter',
    stream: sse(
      chunk({ tool_calls: [call('get_weather', '{"ci')] }),
      chunk({ tool_calls: [call('get_weather', 'ty":"To')] }),
      chunk({ tool_calls: [call('get_weather', 'kyo"}')] }),
      finish('tool_calls'),
      DONE,
    ),
    expects: ONE,
  },
  {
    name: 'an empty name in later parts',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/649',
    provider: 'lmstudio',
    stream: sse(
      chunk({ tool_calls: [call('get_weather', '')] }),
      chunk({ tool_calls: [{ index: 0, function: { name: '', arguments: '{"city":' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { name: '', arguments: '"Tokyo"}' } }] }),
      finish('tool_calls'),
      DONE,
    ),
    expects: ONE,
  },
  {
    name: 'arguments as an object',
    source: 'https://github.com/BerriAI/litellm/pull/24095',
    provider: 'ollama',
    whole: completion({ tool_calls: [call('get_weather', TOKYO)] }),
    stream: sse(chunk({ tool_calls: [call('get_weather', TOKYO)] }), finish('tool_calls'), DONE),
    expects: ONE,
  },
  {
    name: 'empty arguments',
    source: 'https://github.com/agno-agi/agno/issues/2640',
    provider: 'anthropic',
    whole: completion({ tool_calls: [call('get_weather', '')] }),
    stream: sse(chunk({ tool_calls: [call('get_weather', '')] }), finish('tool_calls'), DONE),
    expects: { calls: [['get_weather', {}]] },
  },
  {
    name: 'no arguments key',
    source: 'https://openrouter.ai/docs/api/reference/errors-and-debugging',
    provider: 'openrouter',
    whole: completion({
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather' } }],
    }),
    stream: sse(
      chunk({
        tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'get_weather' } }],
      }),
      finish('tool_calls'),
      DONE,
    ),
    expects: { calls: [['get_weather', {}]] },
  },
  {
    name: 'an empty object before the real arguments',
    source: 'https://github.com/openai/openai-agents-js',
    provider: 'openrouter',
    stream: sse(
      chunk({ tool_calls: [call('get_weather', '{}')] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: tokyo } }] }),
      finish('tool_calls'),
      DONE,
    ),
    expects: ONE,
  },
  {
    name: 'malformed arguments',
    source: 'https://github.com/NousResearch/hermes-agent/pull/83229',
    provider: 'lmstudio',
    whole: completion({ tool_calls: [call('get_weather', '{"city": Tokyo')] }),
    stream: sse(chunk({ tool_calls: [call('get_weather', '{"city": Tokyo')] }), finish('tool_calls'), DONE),
    expects: { failure: 'tool-call' },
  },
  {
    name: 'arguments that are JSON but not an object',
    source: 'https://github.com/NousResearch/hermes-agent/pull/83229',
    provider: 'ollama',
    whole: completion({ tool_calls: [call('get_weather', '["Tokyo"]')] }),
    stream: sse(chunk({ tool_calls: [call('get_weather', '["Tokyo"]')] }), finish('tool_calls'), DONE),
    expects: { failure: 'tool-call' },
  },
  {
    name: 'arguments truncated by the token limit',
    source: 'https://github.com/NousResearch/hermes-agent/issues/7680',
    provider: 'ollama',
    whole: completion({ tool_calls: [call('get_weather', '{"city":"To')] }, { finish_reason: 'length' }),
    stream: sse(chunk({ tool_calls: [call('get_weather', '{"city":"To')] }), finish('length'), DONE),
    expects: { failure: 'tool-call' },
  },
  {
    name: 'all calls in one chunk with text',
    source: 'https://github.com/ollama/ollama/blob/main/openai/openai.go',
    provider: 'ollama',
    whole: completion({
      content: 'Looking.',
      tool_calls: [
        call('get_weather', tokyo, { id: 'a' }),
        call('get_weather', paris, { id: 'b', index: 1 }),
      ],
    }),
    stream: sse(
      chunk(
        {
          content: 'Looking.',
          tool_calls: [
            call('get_weather', tokyo, { id: 'a' }),
            call('get_weather', paris, { id: 'b', index: 1 }),
          ],
        },
        { finish_reason: 'tool_calls' },
      ),
      DONE,
    ),
    expects: { ...BOTH, text: 'Looking.' },
  },
  {
    name: 'calls whose parts are interleaved',
    source: 'https://platform.openai.com/docs/api-reference/chat-streaming',
    provider: 'anthropic',
    stream: sse(
      chunk({ tool_calls: [call('get_weather', '', { id: 'a' })] }),
      chunk({ tool_calls: [call('get_weather', '', { id: 'b', index: 1 })] }),
      chunk({
        tool_calls: [
          { index: 0, function: { arguments: '{"city":"To' } },
          { index: 1, function: { arguments: '{"city":' } },
        ],
      }),
      chunk({
        tool_calls: [
          { index: 1, function: { arguments: '"Paris"}' } },
          { index: 0, function: { arguments: 'kyo"}' } },
        ],
      }),
      finish('tool_calls'),
      DONE,
    ),
    expects: BOTH,
  },
  {
    name: 'an empty list of tool calls beside text',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1318',
    provider: 'lmstudio',
    whole: completion({ content: 'Sunny.', tool_calls: [] }),
    stream: sse(chunk({ content: 'Sunny.', tool_calls: [] }), finish('stop'), DONE),
    expects: { text: 'Sunny.' },
  },
  {
    name: 'a call written as text, which is not a call',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2115',
    provider: 'lmstudio',
    whole: completion({ content: '<tool_call>{"name":"get_weather"}</tool_call>' }),
    stream: sse(chunk({ content: '<tool_call>{"name":"get_weather"}</tool_call>' }), finish('stop'), DONE),
    expects: { text: '<tool_call>{"name":"get_weather"}</tool_call>', calls: [] },
  },
  {
    name: 'a signature on the first of two calls',
    source: 'https://github.com/openai/openai-agents-python/issues/2137',
    provider: 'gemini',
    whole: completion({
      tool_calls: [
        call('get_weather', tokyo, { id: 'a', ...signature('sig-1') }),
        call('get_weather', paris, { id: 'b' }),
      ],
    }),
    stream: sse(
      chunk({ tool_calls: [call('get_weather', tokyo, { id: 'a', ...signature('sig-1') })] }),
      chunk({ tool_calls: [call('get_weather', paris, { id: 'b' })] }),
      finish('stop'),
      DONE,
    ),
    expects: { ...BOTH, providerData: { sekisho_provider: 'gemini', ...signature('sig-1') } },
  },
  {
    name: 'a signature on the text',
    source: 'https://github.com/mattermost/mattermost-plugin-agents/issues/1020',
    provider: 'gemini',
    whole: completion({ content: 'Sunny.', ...signature('sig-2') }),
    stream: sse(
      chunk({ content: 'Sunny.' }),
      chunk({ content: '', ...signature('sig-2') }),
      finish('stop'),
      DONE,
    ),
    expects: {
      text: 'Sunny.',
      providerData: {
        sekisho_provider: 'gemini',
        message_extra_content: { google: { thought_signature: 'sig-2' } },
      },
    },
  },
  {
    name: 'reasoning spelled reasoning',
    source: 'https://docs.ollama.com/api/openai-compatibility',
    provider: 'ollama',
    whole: completion({ content: 'Sunny.', reasoning: 'Think.' }),
    stream: sse(
      chunk({ reasoning: 'Th' }),
      chunk({ reasoning: 'ink.' }),
      chunk({ content: 'Sunny.' }),
      finish('stop'),
      DONE,
    ),
    expects: { text: 'Sunny.', reasoning: 'Think.' },
  },
  {
    name: 'reasoning spelled reasoning_content',
    source: 'https://github.com/openai/openai-agents-js/issues/791',
    provider: 'lmstudio',
    whole: completion({ content: 'Sunny.', reasoning_content: 'Think.' }),
    stream: sse(
      chunk({ reasoning_content: 'Th' }),
      chunk({ reasoning_content: 'ink.' }),
      chunk({ content: 'Sunny.' }),
      finish('stop'),
      DONE,
    ),
    expects: {
      text: 'Sunny.',
      reasoning: 'Think.',
      providerData: { sekisho_provider: 'lmstudio', reasoning_content: 'Think.' },
    },
  },
  {
    name: 'reasoning in reasoning_details with a signature',
    source: 'https://openrouter.ai/docs/guides/best-practices/reasoning-tokens',
    provider: 'openrouter',
    whole: completion({
      content: 'Sunny.',
      reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Think.', signature: 's' }],
    }),
    stream: sse(
      chunk({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Th' }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'ink.' }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.text', index: 0, signature: 's' }] }),
      chunk({ content: 'Sunny.' }),
      finish('stop'),
      DONE,
    ),
    expects: {
      text: 'Sunny.',
      reasoning: 'Think.',
      providerData: {
        sekisho_provider: 'openrouter',
        reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Think.', signature: 's' }],
      },
    },
  },
  {
    name: 'reasoning_details beside a call and no text',
    source: 'https://github.com/OpenHands/software-agent-sdk/issues/1500',
    provider: 'openrouter',
    whole: completion({
      tool_calls: [call('get_weather', tokyo)],
      reasoning: 'T',
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'xyz' }],
    }),
    stream: sse(
      chunk({ reasoning: 'T', reasoning_details: [{ type: 'reasoning.encrypted', data: 'xyz' }] }),
      chunk({ tool_calls: [call('get_weather', tokyo)] }),
      finish('tool_calls'),
      DONE,
    ),
    expects: {
      ...ONE,
      reasoning: 'T',
      providerData: {
        sekisho_provider: 'openrouter',
        reasoning_details: [{ type: 'reasoning.encrypted', data: 'xyz' }],
      },
    },
  },
  {
    name: 'structured output that lands in the reasoning',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1698',
    provider: 'lmstudio',
    wantsJson: true,
    whole: completion({ content: '', reasoning_content: '{"sky":"blue"}' }),
    stream: sse(
      chunk({ reasoning_content: '{"sky":' }),
      chunk({ reasoning_content: '"blue"}' }),
      finish('stop'),
      DONE,
    ),
    expects: { text: '{"sky":"blue"}' },
  },
  {
    name: 'only reasoning',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1698',
    provider: 'ollama',
    whole: completion({ content: '', reasoning: 'Hm.' }, { finish_reason: 'length' }),
    stream: sse(chunk({ reasoning: 'Hm.' }), finish('length'), DONE),
    expects: { failure: 'empty-answer' },
  },
  {
    name: 'an empty response',
    source: 'https://github.com/NousResearch/hermes-agent/pull/83886',
    provider: 'gemini',
    whole: completion({ content: '' }),
    stream: sse(chunk({ content: '' }), finish('stop'), DONE),
    expects: { failure: 'empty-answer' },
  },
  {
    name: 'comments between the events',
    source: 'https://openrouter.ai/docs/api/reference/streaming',
    provider: 'openrouter',
    stream: sse(
      ': OPENROUTER PROCESSING',
      ': OPENROUTER PROCESSING',
      chunk({ content: 'Sun' }),
      ': OPENROUTER PROCESSING',
      chunk({ content: 'ny.' }),
      finish('stop'),
      DONE,
    ),
    expects: { text: 'Sunny.' },
  },
  {
    name: 'lines that end in carriage return and line feed',
    source: 'https://html.spec.whatwg.org/multipage/server-sent-events.html',
    provider: 'gemini',
    stream: sse(chunk({ content: 'Sunny.' }), finish('stop'), DONE).replaceAll('\n', '\r\n'),
    expects: { text: 'Sunny.' },
  },
  {
    name: 'no top-level id',
    source: 'https://github.com/softwaremill/sttp-ai/pull/338',
    provider: 'gemini',
    whole: without(completion({ content: 'Sunny.' }), 'id'),
    stream: sse(without(chunk({ content: 'Sunny.' }), 'id'), without(finish('stop'), 'id'), DONE),
    expects: { text: 'Sunny.' },
  },
  {
    name: 'a choice without index',
    source: 'https://github.com/songquanpeng/one-api/issues/1037',
    provider: 'lmstudio',
    whole: {
      id: 'x',
      choices: [{ message: { role: 'assistant', content: 'Sunny.' }, finish_reason: 'stop' }],
    },
    stream: sse(
      { id: 'x', choices: [{ delta: { content: 'Sunny.' } }] },
      { id: 'x', choices: [{ delta: {}, finish_reason: 'stop' }] },
      DONE,
    ),
    expects: { text: 'Sunny.' },
  },
  {
    name: 'an index of the choice that counts the chunks',
    source: 'https://github.com/microsoft/foundry-local/issues/263',
    provider: 'lmstudio',
    stream: sse(
      chunk({ content: 'Sun' }),
      chunk({ content: 'ny.' }, { index: 1 }),
      chunk({}, { index: 2, finish_reason: 'stop' }),
      DONE,
    ),
    expects: { text: 'Sunny.' },
  },
  {
    name: 'usage in a separate chunk after the end',
    source: 'https://platform.openai.com/docs/api-reference/chat-streaming',
    provider: 'ollama',
    stream: sse(chunk({ content: 'Sunny.' }), finish('stop'), USAGE, DONE),
    expects: { text: 'Sunny.', tokens: 7 },
  },
  {
    name: 'usage in a chunk that has choices too',
    source: 'https://openrouter.ai/docs/guides/guides/usage-accounting',
    provider: 'openrouter',
    stream: sse(
      chunk({ content: 'Sunny.' }),
      finish('stop'),
      { ...chunk({ content: '' }), usage: USAGE.usage },
      DONE,
    ),
    expects: { text: 'Sunny.', tokens: 7 },
  },
  {
    name: 'no usage',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1318',
    provider: 'lmstudio',
    whole: without(completion({ content: 'Sunny.' }), 'usage'),
    stream: sse(chunk({ content: 'Sunny.' }), finish('stop'), DONE),
    expects: { text: 'Sunny.', tokens: 0 },
  },
  {
    name: 'finish_reason stop beside a call',
    source: 'https://github.com/vllm-project/vllm/pull/25054',
    provider: 'gemini',
    whole: completion({ tool_calls: [call('get_weather', tokyo)] }, { finish_reason: 'stop' }),
    stream: sse(chunk({ tool_calls: [call('get_weather', tokyo)] }), finish('stop'), DONE),
    expects: ONE,
  },
  {
    name: 'finish_reason tool_calls without any call',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2115',
    provider: 'lmstudio',
    whole: completion({ content: 'Calling…' }, { finish_reason: 'tool_calls' }),
    stream: sse(chunk({ content: 'Calling…' }), finish('tool_calls'), DONE),
    expects: { failure: 'tool-call' },
  },
  {
    name: 'a call after the finish_reason',
    source: 'https://github.com/vllm-project/vllm/pull/25054',
    provider: 'gemini',
    stream: sse(finish('stop'), chunk({ tool_calls: [call('get_weather', tokyo)] }), DONE),
    expects: ONE,
  },
  {
    name: 'a stream that ends before its finish_reason',
    source: 'https://github.com/dotflow-io/pycodeloop/issues/64',
    provider: 'ollama',
    stream: sse(chunk({ content: 'It is sun' })),
    expects: { failure: 'stream-cut' },
  },
  {
    name: 'a stream that ends in the middle of a line',
    source: 'https://github.com/CommandCodeAI/command-code/issues/785',
    provider: 'lmstudio',
    stream: sse(chunk({ content: 'It is' }), finish('stop')).slice(0, -40),
    expects: { failure: 'stream-cut' },
  },
  {
    name: 'a stream with [DONE] and without a finish_reason',
    source: 'https://github.com/justrach/codegraff/pull/146',
    provider: 'openrouter',
    stream: sse(chunk({ content: 'It is sun' }), DONE),
    expects: { failure: 'stream-cut' },
  },
  {
    name: 'a stream that ends with usage and [DONE] and has no finish_reason',
    source: 'https://github.com/open-learning-exchange/planet/pull/10281',
    provider: 'openrouter',
    stream: sse(chunk({ content: 'Sunny.' }), USAGE, DONE),
    expects: { text: 'Sunny.', tokens: 7 },
  },
  {
    name: 'a call in a stream that ends with usage and [DONE] and has no finish_reason',
    source: 'https://github.com/open-learning-exchange/planet/pull/10281',
    provider: 'gemini',
    stream: sse(chunk({ tool_calls: [call('get_weather', tokyo)] }), USAGE, DONE),
    expects: ONE,
  },
  {
    name: 'a call whose arguments are truncated before usage and [DONE]',
    source: 'https://github.com/open-learning-exchange/planet/pull/10281',
    provider: 'gemini',
    stream: sse(chunk({ tool_calls: [call('get_weather', '{"city":"To')] }), USAGE, DONE),
    expects: { failure: 'tool-call' },
  },
  {
    name: 'a first delta with empty text in the format of the later ones',
    source: 'https://github.com/Gitlawb/openclaude/pull/48',
    provider: 'ollama',
    stream: sse(
      chunk({ content: '' }),
      chunk({ content: 'Sunny' }),
      chunk({ content: ' in Kyoto.' }),
      finish('stop'),
      DONE,
    ),
    expects: { text: 'Sunny in Kyoto.' },
  },
  {
    name: 'a stream without [DONE] after its finish_reason',
    source: 'https://github.com/anomalyco/opencode/issues/17902',
    provider: 'gemini',
    stream: sse(chunk({ content: 'Sunny.' }), finish('stop')),
    expects: { text: 'Sunny.' },
  },
  {
    name: 'HTTP 200 with an error inside',
    source: 'https://openrouter.ai/docs/api/reference/errors-and-debugging',
    provider: 'openrouter',
    whole: { error: { code: 400, message: 'The provider refused.' } },
    stream: sse({ error: { code: 400, message: 'The provider refused.' } }),
    expects: { failure: 'request-refused' },
  },
  {
    name: 'an error inside a choice',
    source: 'https://openrouter.ai/docs/api/reference/errors-and-debugging',
    provider: 'openrouter',
    whole: {
      id: 'x',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: '' },
          error: { code: 502, message: 'Upstream died.' },
        },
      ],
    },
    stream: sse(chunk({ content: 'It' }), {
      id: 'x',
      choices: [
        {
          index: 0,
          delta: { content: '' },
          error: { code: 502, message: 'Upstream died.' },
          finish_reason: 'error',
        },
      ],
    }),
    expects: { failure: 'error-in-answer' },
  },
  {
    name: 'a response that ends in error',
    source: 'https://openrouter.ai/docs/api/reference/errors-and-debugging',
    provider: 'openrouter',
    whole: completion({ content: 'It' }, { finish_reason: 'error' }),
    stream: sse(chunk({ content: 'It' }), finish('error'), DONE),
    expects: { failure: 'finish-reason' },
  },
  {
    name: 'an unknown finish_reason',
    source: 'https://github.com/NousResearch/hermes-agent/pull/83886',
    provider: 'gemini',
    whole: completion({ content: 'It' }, { finish_reason: 'malformed_function_call' }),
    stream: sse(chunk({ content: 'It' }), finish('malformed_function_call'), DONE),
    expects: { failure: 'finish-reason' },
  },
  {
    name: 'a content filter',
    source: 'https://ai.google.dev/gemini-api/docs/openai',
    provider: 'gemini',
    whole: completion({ content: 'Part of it' }, { finish_reason: 'content_filter: SAFETY' }),
    stream: sse(chunk({ content: 'Part of it' }), finish('content_filter'), DONE),
    expects: { failure: 'content-filter' },
  },
  {
    name: 'no choices',
    source: 'https://openrouter.ai/docs/api/reference/errors-and-debugging',
    provider: 'openrouter',
    whole: { id: 'x', object: 'chat.completion' },
    stream: sse({ id: 'x', object: 'chat.completion.chunk' }, DONE),
    expects: { failure: 'no-choices' },
  },
  {
    name: 'an empty list of choices',
    source: 'https://openrouter.ai/docs/api/reference/errors-and-debugging',
    provider: 'openrouter',
    whole: { id: 'x', choices: [] },
    stream: sse({ id: 'x', choices: [] }, DONE),
    expects: { failure: 'no-choices' },
  },
  {
    name: 'a page of HTML with HTTP 200',
    source: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/670',
    provider: 'lmstudio',
    whole: '<html><body>Welcome</body></html>',
    stream: sse('data: <html>Welcome</html>'),
    expects: { failure: 'not-json' },
  },
  {
    name: 'no empty line between the events',
    source: 'https://html.spec.whatwg.org/multipage/server-sent-events.html',
    provider: 'lmstudio',
    stream: sse(
      chunk({ content: 'Sun' }),
      chunk({ content: 'ny' }),
      chunk({ content: '.' }),
      finish('stop'),
      DONE,
    ).replaceAll('\n\n', '\n'),
    expects: { text: 'Sunny.' },
  },
  {
    name: 'text and arguments that need escapes',
    source: 'https://platform.openai.com/docs/api-reference/chat-streaming',
    provider: 'ollama',
    stream: sse(
      chunk({ content: 'a' }),
      chunk({ content: 'say "hi" \\ ' }),
      chunk({ content: '晴れ☀' }),
      chunk({ tool_calls: [call('get_weather', '')] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '"city"' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: ':"Tokyo"' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '}' } }] }),
      finish('tool_calls'),
      DONE,
    ),
    expects: { ...ONE, text: 'asay "hi" \\ 晴れ☀' },
  },
  {
    name: 'an event spread over two data lines',
    source: 'https://html.spec.whatwg.org/multipage/server-sent-events.html',
    provider: 'anthropic',
    stream: sse(
      `data: {"id":"x","choices":[{"index":0,\ndata: "delta":{"content":"Sunny."},"finish_reason":"stop"}]}`,
      DONE,
    ),
    expects: { text: 'Sunny.' },
  },
];
