import { describe, expect, it } from 'vitest';
import { toResponsesInput } from './to-responses-input.ts';

const call = { id: 'call_1', type: 'function', function: { name: 'lookup', arguments: '{"q":1}' } };

describe('toResponsesInput', () => {
  it.each(['user', 'system', 'developer'])('converts a %s message to input_text parts', (role) => {
    expect(toResponsesInput([{ role, content: 'こんにちは' }])).toEqual([
      { role, content: [{ type: 'input_text', text: 'こんにちは' }] },
    ]);
  });

  it('retains separate text parts', () => {
    const content = [
      { type: 'text', data: 'a' },
      { type: 'text', text: 'b' },
    ];
    expect(toResponsesInput([{ role: 'user', content }])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'a' },
          { type: 'input_text', text: 'b' },
        ],
      },
    ]);
  });

  it('converts an assistant message to a string, followed by its tool calls as items', () => {
    expect(
      toResponsesInput([
        { role: 'assistant', content: [{ type: 'text', data: 'one moment' }], tool_calls: [call] },
      ]),
    ).toEqual([
      { role: 'assistant', content: 'one moment' },
      { type: 'function_call', call_id: 'call_1', name: 'lookup', arguments: '{"q":1}' },
    ]);
  });

  it('omits an empty message of an assistant that only called tools', () => {
    expect(toResponsesInput([{ role: 'assistant', content: null, tool_calls: [call] }])).toHaveLength(1);
  });

  it.each([
    ['some text', 'sunny', 'sunny'],
    ['no text, which still confirms the call', '', ''],
    ['null', null, ''],
  ])('converts a tool result of %s', (_case, content, output) => {
    expect(toResponsesInput([{ role: 'tool', tool_call_id: 'call_1', content }])).toEqual([
      { type: 'function_call_output', call_id: 'call_1', output },
    ]);
  });

  it('retains the order of a whole conversation', () => {
    const items = toResponsesInput([
      { role: 'system', content: 's' },
      { role: 'user', content: 'u' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: 'r' },
    ]);
    expect(items.map((item) => item.type ?? ('role' in item ? item.role : ''))).toEqual([
      'system',
      'user',
      'function_call',
      'function_call_output',
    ]);
  });

  it.each([
    ['has an unknown role', { role: 'robot', content: '' }],
    ['is not an object', 'hi'],
    ['is a tool result without a call', { role: 'tool', content: 'x' }],
    ['contains a part that is not text', { role: 'user', content: [{ type: 'image', data: 'x' }] }],
  ])('rejects a message that %s, and reports its number', (_case, message) => {
    expect(() => toResponsesInput([{ role: 'user', content: 'ok' }, message])).toThrow(/Message 2/);
  });
});
