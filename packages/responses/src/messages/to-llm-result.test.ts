import { describe, expect, it } from 'vitest';
import { toLlmResult } from './to-llm-result.ts';

const message = (text: string, phase?: string) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
  ...(phase === undefined ? {} : { phase }),
});

describe('toLlmResult', () => {
  it('prefers output_text', () => {
    expect(toLlmResult({ output_text: 'short', output: [message('long')] }).text).toBe('short');
  });

  it('collects the text of the output when output_text is empty or missing', () => {
    expect(toLlmResult({ output_text: '', output: [message('a'), message('b')] }).text).toBe('ab');
    expect(toLlmResult({ output: [message('a')] }).text).toBe('a');
  });

  it('never includes commentary in the text, even when output_text contains it', () => {
    const output = [message('Let me look. ', 'commentary'), message('It is 4.', 'final_answer')];
    expect(toLlmResult({ output_text: 'Let me look. It is 4.', output }).text).toBe('It is 4.');
  });

  it('restores function calls as tool calls', () => {
    const output = [{ type: 'function_call', call_id: 'call_1', name: 'lookup', arguments: '{}' }];
    expect(toLlmResult({ output }).toolCalls).toEqual([
      { id: 'call_1', type: 'function', function: { name: 'lookup', arguments: '{}' } },
    ]);
  });

  it('computes usage from input_tokens and output_tokens', () => {
    expect(toLlmResult({ output: [], usage: { input_tokens: 7, output_tokens: 5 } }).usage).toEqual({
      promptTokens: 7,
      completionTokens: 5,
      totalTokens: 12,
    });
  });

  it.each([null, 'text', 3, [], {}, { output: 'x' }, { output: [null, 3] }])(
    'returns an empty result for %j',
    (value) => {
      expect(toLlmResult(value)).toMatchObject({ text: '', toolCalls: [] });
    },
  );
});
