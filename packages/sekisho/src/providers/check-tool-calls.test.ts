import { describe, expect, it } from 'vitest';
import type { AgentOutputItem, ModelRequest } from '../sdk/upstream.ts';
import { checkToolCalls } from './check-tool-calls.ts';

describe('checkToolCalls', () => {
  it.each([
    ['two calls where one is allowed', { parallelToolCalls: false }, ['a', 'b']],
    ['a call where none is allowed', { toolChoice: 'none' }, ['a']],
    ['no call where one is required', { toolChoice: 'required' }, []],
    ['no call where a certain one is required', { toolChoice: 'a' }, []],
    ['another call than the required one', { toolChoice: 'a' }, ['b']],
  ])('rejects %s', (_case, settings, names) => {
    expect(() => checkToolCalls(callsTo(names), requestWith(settings), 'lmstudio')).toThrow(
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
    expect(() => checkToolCalls(callsTo(names), requestWith(settings), 'lmstudio')).not.toThrow();
  });
});

function callsTo(names: readonly string[]): AgentOutputItem[] {
  return names.map((name) => ({ type: 'function_call', callId: name, name, arguments: '{}' }));
}

function requestWith(modelSettings: ModelRequest['modelSettings']): ModelRequest {
  return { input: '', modelSettings, tools: [], outputType: 'text', handoffs: [], tracing: false };
}
