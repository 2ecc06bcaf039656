import { describe, expect, it } from 'vitest';
import { ModelRegistry } from '../models/model-registry.ts';
import { buildRequest, type RequestDraft } from './build-request.ts';
import { codeInterpreterTool, webSearchTool } from './hosted-tools.ts';

const registry = new ModelRegistry();
const tool = { name: 'lookup', description: 'Looks it up', parameters: { type: 'object', properties: {} } };

function build(draft: Partial<RequestDraft> = {}) {
  return buildRequest({ model: 'gpt-5.2', input: 'hi', ...draft });
}

describe('buildRequest', () => {
  it('sets every parameter to its default', () => {
    expect(build().params).toEqual({
      model: 'gpt-5.2',
      input: 'hi',
      max_output_tokens: 8192,
      reasoning: { effort: 'medium', summary: 'auto' },
      text: { verbosity: 'medium' },
      tool_choice: 'auto',
      parallel_tool_calls: true,
      stream: true,
    });
  });

  it.each([
    [{ max_output_tokens: 100 }, { max_output_tokens: 100 }],
    [{ max_output_tokens: '128000' }, { max_output_tokens: 128_000 }],
    [{ reasoning_effort: 'xhigh' }, { reasoning: { effort: 'xhigh', summary: 'auto' } }],
    [{ reasoning_summary: 'detailed' }, { reasoning: { effort: 'medium', summary: 'detailed' } }],
    [{ verbosity: 'low' }, { text: { verbosity: 'low' } }],
    [{ parallel_tool_calls: '0' }, { parallel_tool_calls: false }],
    [{ enable_stream: 'false' }, { stream: false }],
    [
      { response_format: 'json_schema', json_schema: '{"schema":{"type":"object"},"name":"a"}' },
      {
        text: { verbosity: 'medium', format: { type: 'json_schema', name: 'a', schema: { type: 'object' } } },
      },
    ],
    [{ verbosity: '', reasoning_effort: null }, { text: { verbosity: 'medium' } }],
  ])('maps %j', (parameters, expected) => {
    expect(build({ parameters }).params).toMatchObject(expected);
  });

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])(
    'streams only when both settings agree: enable_stream %j and stream %j result in %j',
    (enable_stream, stream, expected) => {
      expect(build({ parameters: { enable_stream }, stream }).params.stream).toBe(expected);
    },
  );

  it.each([
    ['max_output_tokens', 0],
    ['max_output_tokens', 128_001],
    ['max_output_tokens', 1.5],
    ['max_output_tokens', true],
    ['max_output_tokens', 'many'],
    ['reasoning_effort', 'huge'],
    ['reasoning_summary', 'none'],
    ['verbosity', 'loud'],
    ['response_format', 'xml'],
    ['parallel_tool_calls', 'yes'],
    ['enable_stream', 'on'],
    ['tool_choice', 7],
  ])('rejects %s %j before a request is sent, and names it', (name, value) => {
    expect(() => build({ parameters: { [name]: value } })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', upstream: { param: name } }),
    );
  });

  it('requires json_schema when the format is json_schema', () => {
    expect(() => build({ parameters: { response_format: 'json_schema' } })).toThrow(/required/);
  });

  it('disables truncation when there are stop sequences', () => {
    expect(build({ stop: ['END'] }).params.truncation).toBe('disabled');
    expect(build({ stop: [] }).params).not.toHaveProperty('truncation');
  });

  it.each([
    ['flat', tool],
    ['in Chat Completions form', { type: 'function', function: tool }],
  ])('converts a tool that is %s to a function tool', (_case, definition) => {
    expect(build({ tools: [definition] }).params.tools).toEqual([
      { type: 'function', strict: false, ...tool },
    ]);
  });

  it.each([
    ['has no name', {}],
    ['has an empty name', { name: ' ' }],
    ['is not an object', 'lookup'],
  ])('rejects a tool that %s', (_case, definition) => {
    expect(() => build({ tools: [definition] })).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });

  it.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    ['lookup', { type: 'function', name: 'lookup' }],
  ])('maps tool_choice %j', (tool_choice, expected) => {
    expect(build({ tools: [tool], parameters: { tool_choice } }).params.tool_choice).toEqual(expected);
  });

  it('rejects a tool_choice that names an unknown tool', () => {
    expect(() => build({ tools: [tool], parameters: { tool_choice: 'other' } })).toThrow(/other/);
  });

  it.each(['required', 'lookup'])(
    'drops tool_choice %j when there are no tools, and reports it',
    (tool_choice) => {
      const { params, adjustments } = build({ parameters: { tool_choice } });
      expect(params).not.toHaveProperty('tool_choice');
      expect(adjustments).toMatchObject([{ param: 'tool_choice', from: tool_choice, to: undefined }]);
    },
  );

  it.each([
    ['gpt-5.1', 'minimal', 'none'],
    ['gpt-5', 'none', 'minimal'],
    ['gpt-5.2-pro', 'low', 'medium'],
    ['gpt-5.2', 'max', 'xhigh'],
    ['gpt-5.6-sol', 'minimal', 'none'],
  ])('changes effort for %s from %s to %s and reports it', (model, requested, expected) => {
    const entry = registry.find(model);
    const { params, adjustments } = build({
      model,
      ...(entry && { entry }),
      parameters: { reasoning_effort: requested },
    });
    expect(params.reasoning?.effort).toBe(expected);
    expect(adjustments).toMatchObject([{ param: 'reasoning.effort', from: requested, to: expected }]);
  });

  it('requests the quality-first mode when the model name denotes it', () => {
    expect(build({ reasoningMode: 'pro' }).params.reasoning).toMatchObject({ mode: 'pro' });
  });

  it('omits reasoning for a model that does not reason', () => {
    const entry = registry.find('gpt-4.1');
    const { params, adjustments } = build({ model: 'gpt-4.1', ...(entry && { entry }) });
    expect(params).not.toHaveProperty('reasoning');
    expect(adjustments).toMatchObject([{ param: 'reasoning', to: undefined }]);
  });

  it('increases minimal effort for a web search, because the API rejects the combination', () => {
    const entry = registry.find('gpt-5');
    const { params, adjustments } = build({
      model: 'gpt-5',
      ...(entry && { entry }),
      parameters: { reasoning_effort: 'minimal' },
      hostedTools: [webSearchTool()],
    });
    expect(params.reasoning?.effort).toBe('low');
    expect(adjustments).toHaveLength(1);
  });

  it('requests the output of hosted tools', () => {
    const { params } = build({
      hostedTools: [
        webSearchTool({
          contextSize: 'high',
          allowedDomains: ['example.com'],
          location: { country: 'JP' },
          cacheOnly: true,
        }),
        codeInterpreterTool(),
      ],
    });
    expect(params.include).toEqual(['web_search_call.action.sources', 'code_interpreter_call.outputs']);
    expect(params.tools).toEqual([
      {
        type: 'web_search',
        search_context_size: 'high',
        filters: { allowed_domains: ['example.com'] },
        user_location: { type: 'approximate', country: 'JP' },
        external_web_access: false,
      },
      { type: 'code_interpreter', container: { type: 'auto' } },
    ]);
  });

  it('sends previous_response_id only when there is one', () => {
    expect(build().params).not.toHaveProperty('previous_response_id');
    expect(build({ previousResponseId: 'resp_abc-1' }).params.previous_response_id).toBe('resp_abc-1');
  });

  it.each(['gen-123', 'resp_', 'resp_a b', 'resp_a/../b', `resp_${'x'.repeat(200)}`, ''])(
    'rejects the id %j before a request is sent',
    (previousResponseId) => {
      expect(() => build({ previousResponseId })).toThrow(
        expect.objectContaining({ code: 'invalid_response_id' }),
      );
    },
  );

  it('requests encrypted reasoning when nothing is stored', () => {
    expect(build({ store: false }).params).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
    });
  });

  it('passes instructions, background and the limit of tool calls', () => {
    expect(build({ instructions: 'Be brief.', background: true, maxToolCalls: 3 }).params).toMatchObject({
      instructions: 'Be brief.',
      background: true,
      max_tool_calls: 3,
    });
  });
});
