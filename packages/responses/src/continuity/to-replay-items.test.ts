import { describe, expect, it } from 'vitest';
import { toReplayItems } from './to-replay-items.ts';

const turn = (output: Record<string, unknown>[]) => ({
  id: 'resp_1',
  previousId: undefined,
  owner: 'ann',
  input: [{ role: 'user', content: 'q' }],
  output,
  createdAt: 0,
});

describe('toReplayItems', () => {
  it('returns the input, then the output', () => {
    const message = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'a' }],
    };
    expect(toReplayItems([turn([message])])).toEqual([
      { role: 'user', content: 'q' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a', annotations: [] }] },
    ]);
  });

  it('retains the phase of a message and the text of a refusal', () => {
    const message = {
      type: 'message',
      phase: 'final_answer',
      content: [{ type: 'refusal', refusal: 'No.' }],
    };
    expect(toReplayItems([turn([message])])[1]).toEqual({
      type: 'message',
      role: 'assistant',
      phase: 'final_answer',
      content: [{ type: 'refusal', refusal: 'No.' }],
    });
  });

  it('omits the ids that the server would look up', () => {
    const call = {
      type: 'function_call',
      id: 'fc_1',
      status: 'completed',
      call_id: 'c',
      name: 'f',
      arguments: '{}',
    };
    expect(toReplayItems([turn([call])])[1]).toEqual({
      type: 'function_call',
      call_id: 'c',
      name: 'f',
      arguments: '{}',
    });
  });

  it('repeats reasoning only when it is encrypted, and omits hosted tools', () => {
    const encrypted = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' };
    const items = toReplayItems([
      turn([
        encrypted,
        { type: 'reasoning', id: 'rs_2', summary: [] },
        { type: 'web_search_call', id: 'ws_1' },
      ]),
    ]);
    expect(items.slice(1)).toEqual([encrypted]);
  });
});
