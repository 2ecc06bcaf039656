import { describe, expect, it } from 'vitest';
import type { AgentOutputItem, ModelRequest } from '../openai-agents/upstream.ts';
import { CAPABILITY_TABLE, FEATURE_NAMES, FEATURES } from './capability-table.ts';
import type { Feature } from './capability-table.ts';
import { checkToolCalls, refuseUnsupported } from './check-request.ts';
import { PROVIDER_NAMES, type ProviderName } from './provider-types.ts';
import { resolveConnection } from './resolve-connection.ts';

const ASKING: Readonly<Partial<Record<Feature, Partial<ModelRequest>>>> = {
  toolChoiceRequired: { modelSettings: { toolChoice: 'required' } },
  toolChoiceNone: { modelSettings: { toolChoice: 'none' } },
  toolChoiceNamed: { modelSettings: { toolChoice: 'get_weather' } },
  singleToolCall: { modelSettings: { parallelToolCalls: false } },
  structuredOutput: {
    outputType: {
      type: 'json_schema',
      name: 'x',
      strict: true,
      schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    },
  },
  reasoningEffort: { modelSettings: { reasoning: { effort: 'low' } } },
  penalties: { modelSettings: { presencePenalty: 0.5 } },
  verbosity: { modelSettings: { text: { verbosity: 'low' } } },
  promptCaching: { modelSettings: { promptCacheRetention: '24h' } },
  store: { modelSettings: { store: true } },
  promptTemplates: { prompt: { promptId: 'p' } },
  hostedTools: { tools: [{ type: 'hosted_tool', name: 'web_search', providerData: {} }] },
};

const CASES = PROVIDER_NAMES.filter((name) => name !== 'openai').flatMap((name) =>
  FEATURE_NAMES.flatMap((feature) => {
    const asking = ASKING[feature];
    return asking === undefined ? [] : [[name, feature, asking] as const];
  }),
);
const REFUSED = CASES.filter(([provider, feature]) => isRefused(provider, feature));
const ACCEPTED = CASES.filter(([provider, feature]) => !isRefused(provider, feature));

describe('refuseUnsupported', () => {
  it.each(REFUSED)('rejects for %s the setting %s, according to the table', (provider, feature, asking) => {
    expect(() => refuseUnsupported(requestThat(asking), connectionTo(provider))).toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-COMPAT-UNSUPPORTED',
        message: expect.stringContaining(`Provider "${provider}" does not support ${FEATURES[feature]}`),
      }),
    );
  });

  it.each(ACCEPTED)('allows for %s the setting %s, according to the table', (provider, feature, asking) => {
    expect(() => refuseUnsupported(requestThat(asking), connectionTo(provider))).not.toThrow();
    expect(feature in ASKING).toBe(true);
  });

  it.each(['ollama', 'openrouter'] as const)(
    'rejects a conversation on the server of %s even with /responses',
    (provider) => {
      const connection = connectionTo(provider, 'responses');
      expect(() => refuseUnsupported(requestThat({ previousResponseId: 'r' }), connection)).toThrow(
        'previousResponseId',
      );
    },
  );

  it('allows a conversation on the server of LM Studio, but only with /responses', () => {
    const request = requestThat({ conversationId: 'c' });
    expect(() => refuseUnsupported(request, connectionTo('lmstudio'))).toThrow('api: "responses"');
    expect(() => refuseUnsupported(request, connectionTo('lmstudio', 'responses'))).not.toThrow();
  });

  it('rejects a temperature that Anthropic would clamp', () => {
    expect(() =>
      refuseUnsupported(requestThat({ modelSettings: { temperature: 1.2 } }), connectionTo('anthropic')),
    ).toThrow('temperature: 1.2');
    expect(() =>
      refuseUnsupported(requestThat({ modelSettings: { temperature: 1 } }), connectionTo('anthropic')),
    ).not.toThrow();
  });

  it('rejects a reasoning effort that Gemini would reject', () => {
    const request = requestThat({ modelSettings: { reasoning: { effort: 'xhigh' } } });
    expect(() => refuseUnsupported(request, connectionTo('gemini'))).toThrow('reasoning.effort: "xhigh"');
  });

  it('allows store: false and parallelToolCalls: true for all providers', () => {
    for (const provider of PROVIDER_NAMES.filter((name) => name !== 'openai')) {
      const request = requestThat({
        modelSettings: { store: false, parallelToolCalls: true, toolChoice: 'auto' },
      });
      expect(() => refuseUnsupported(request, connectionTo(provider))).not.toThrow();
    }
  });
});

function isRefused(provider: ProviderName, feature: Feature): boolean {
  const { support, onlyWith } = CAPABILITY_TABLE[provider].features[feature];
  return support === 'refused' || onlyWith === 'responses';
}

function requestThat(asks: Partial<ModelRequest>): ModelRequest {
  return {
    input: 'Hi',
    modelSettings: {},
    tools: [],
    outputType: 'text',
    handoffs: [],
    tracing: false,
    ...asks,
  };
}

function connectionTo(provider: ProviderName, api: 'chat' | 'responses' = 'chat') {
  return resolveConnection(provider, { env: {}, apiKey: 'k-123456', api });
}

describe('checkToolCalls', () => {
  it.each([
    ['two calls where one is allowed', { parallelToolCalls: false }, ['a', 'b']],
    ['a call where none is allowed', { toolChoice: 'none' }, ['a']],
    ['no call where one is required', { toolChoice: 'required' }, []],
    ['no call where a certain one is required', { toolChoice: 'a' }, []],
    ['another call than the required one', { toolChoice: 'a' }, ['b']],
  ])('rejects %s', (_case, settings, names) => {
    expect(() => checkToolCalls(callsTo(names), requestWithSettings(settings), 'lmstudio')).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-COMPAT-UNSUPPORTED' }),
    );
  });

  it.each([
    ['there is no requirement', {}, ['a', 'b']],
    ['the model may choose', { toolChoice: 'auto' }, []],
    ['one call was allowed', { parallelToolCalls: false }, ['a']],
    ['no call was allowed', { toolChoice: 'none' }, []],
    ['a call was required', { toolChoice: 'required' }, ['b']],
    ['this call was required', { toolChoice: 'a' }, ['a']],
  ])('accepts a response when %s', (_case, settings, names) => {
    expect(() => checkToolCalls(callsTo(names), requestWithSettings(settings), 'lmstudio')).not.toThrow();
  });
});

function callsTo(names: readonly string[]): AgentOutputItem[] {
  return names.map((name) => ({ type: 'function_call', callId: name, name, arguments: '{}' }));
}

function requestWithSettings(modelSettings: ModelRequest['modelSettings']): ModelRequest {
  return { input: '', modelSettings, tools: [], outputType: 'text', handoffs: [], tracing: false };
}
