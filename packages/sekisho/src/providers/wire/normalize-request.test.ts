import { describe, expect, it } from 'vitest';
import type { ProviderName } from '../provider-types.ts';
import { CAPABILITY_TABLE } from '../capability-table.ts';
import { normalizeRequest, normalizeResponsesRequest } from './normalize-request.ts';

const TOOLS = ['get_weather', 'delete_file'].map((name) => ({
  type: 'function',
  function: {
    name,
    strict: true,
    parameters: {
      $schema: 'https://json-schema.org/draft-07',
      type: 'object',
      properties: { const: { const: 1 } },
      additionalProperties: false,
    },
  },
}));
const NAMED = { type: 'function', function: { name: 'get_weather' } };
const FORMAT = {
  type: 'json_schema',
  json_schema: {
    name: 'sky',
    strict: true,
    schema: { $schema: 'x', type: 'object', additionalProperties: false },
  },
};

describe('normalizeRequest', () => {
  it.each(['ollama', 'lmstudio', 'gemini', 'anthropic', 'openrouter'] as const)(
    'sends to %s neither strict nor $schema nor nulls',
    (provider) => {
      const text = JSON.stringify(sent(provider, { tools: TOOLS, temperature: null }));
      expect(text).not.toMatch(/"strict"|\$schema|temperature/);
      expect(text).toContain('get_weather');
    },
  );

  it('sends to Ollama no tools when none may be called', () => {
    const request = sent('ollama', {
      tools: TOOLS,
      tool_choice: 'none',
      parallel_tool_calls: true,
      store: false,
    });
    expect(Object.keys(request)).toEqual(['messages']);
  });

  it('sends to LM Studio the one tool that must be called, with a string instead of an object', () => {
    const { tools, tool_choice: choice } = sent('lmstudio', { tools: TOOLS, tool_choice: NAMED });
    expect(choice).toBe('required');
    expect(tools).toMatchObject([{ function: { name: 'get_weather' } }]);
  });

  it.each(['gemini', 'anthropic', 'openrouter'] as const)(
    'sends the object of tool_choice to %s',
    (provider) => {
      expect(sent(provider, { tools: TOOLS, tool_choice: NAMED })['tool_choice']).toEqual(NAMED);
    },
  );

  it('removes from a schema for Gemini the rejected keywords, and no properties with the same names', () => {
    const { tools, response_format: format } = sent('gemini', { tools: TOOLS, response_format: FORMAT });
    expect(tools).toMatchObject([
      { function: { parameters: { type: 'object', properties: { const: { enum: [1] } } } } },
      {},
    ]);
    expect(JSON.stringify([tools, format])).not.toContain('additionalProperties');
  });

  it('repeats the schema for Anthropic in the instructions', () => {
    const { messages, response_format: format } = sent('anthropic', { response_format: FORMAT });
    expect(messages).toMatchObject([{ role: 'system', content: expect.stringContaining('"type":"object"') }]);
    expect(format).toMatchObject({ type: 'json_schema' });
  });

  it('makes OpenRouter choose a host that supports every parameter, unless the caller set a choice', () => {
    expect(sent('openrouter', { tools: TOOLS })['provider']).toEqual({ require_parameters: true });
    expect(
      sent('openrouter', { response_format: FORMAT, provider: { order: ['x'], require_parameters: false } })[
        'provider'
      ],
    ).toEqual({ order: ['x'], require_parameters: false });
    expect(sent('openrouter', {})['provider']).toBeUndefined();
  });
});

describe('a message', () => {
  it.each([
    [
      'joins the texts of an assistant and removes foreign data in them',
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'a', role: 'assistant', tool_calls: [] },
          { type: 'refusal', refusal: 'b' },
        ],
        refusal: null,
        annotations: [],
      },
      { role: 'assistant', content: 'ab' },
    ],
    [
      'has no null content without calls',
      { role: 'assistant', content: null },
      { role: 'assistant', content: '' },
    ],
    [
      'joins the texts of a user',
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { role: 'user', content: 'a\nb' },
    ],
    [
      'retains images',
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] },
    ],
    [
      'retains data that a caller attached to a text',
      { role: 'user', content: [{ type: 'text', text: 'a', cache_control: {} }] },
      { role: 'user', content: [{ type: 'text', text: 'a', cache_control: {} }] },
    ],
  ])('%s', (_case, message, expected) => {
    expect(sent('ollama', { messages: [message] })['messages']).toEqual([expected]);
  });

  it.each([
    ['ollama', { reasoning: 'r' }],
    ['lmstudio', { reasoning_content: 'rc' }],
    ['gemini', { extra_content: 'of the message' }],
    ['anthropic', {}],
    ['openrouter', { reasoning_details: ['rd'], extra_content: 'of the message' }],
  ] as const)('sends to %s its reasoning in its own field and only once', (provider, replay) => {
    const call = {
      id: 'a',
      type: 'function',
      function: { name: 'f', arguments: '{}', strict: 1 },
      extra_content: 'of the call',
      sekisho_provider: provider,
    };
    const message = {
      role: 'assistant',
      content: null,
      tool_calls: [call],
      reasoning: 'r',
      reasoning_content: 'rc',
      reasoning_details: ['rd'],
      message_extra_content: 'of the message',
      extra_content: 'of the call',
      sekisho_provider: provider,
    };
    const signed = provider === 'gemini' || provider === 'openrouter' ? { extra_content: 'of the call' } : {};
    const cleanCall = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' }, ...signed };
    expect(sent(provider, { messages: [message] })['messages']).toEqual([
      { role: 'assistant', content: null, tool_calls: [cleanCall], ...replay },
    ]);
  });
});

describe('normalizeResponsesRequest', () => {
  it.each([
    ['ollama', false],
    ['openrouter', false],
    ['lmstudio', undefined],
  ] as const)('sets store for %s to %s', (provider, store) => {
    expect(normalizeResponsesRequest({}, contextOf(provider))['store']).toBe(store);
  });
});

function sent(provider: ProviderName, request: Record<string, unknown>): Record<string, unknown> {
  return normalizeRequest({ messages: [], ...request }, contextOf(provider));
}

function contextOf(provider: ProviderName) {
  return {
    provider,
    capabilities: CAPABILITY_TABLE[provider],
    timeoutMs: 1000,
    createId: () => 'x',
    redact: (text: string) => text,
  };
}
