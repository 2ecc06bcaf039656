import { readResponse, ResponseReducer } from '@sekisho/responses';
import { describe, expect, it } from 'vitest';
import { AnswerWriter } from '../internal/answer-writer.ts';

const PARTS = ['One.', 'Two.', 'Three.'];
const summary = (...texts: string[]) => texts.map((text) => ({ type: 'summary_text', text }));
const response = {
  id: 'resp_1',
  status: 'completed',
  output: [
    { type: 'reasoning', summary: summary('One.', 'Two.') },
    { type: 'reasoning', summary: summary('Three.') },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
  ],
};
const thought = (output_index: number, summary_index: number, delta: string) => ({
  type: 'response.reasoning_summary_text.delta',
  output_index,
  summary_index,
  delta,
});

describe('AnswerWriter', () => {
  const expected = `<think>\n${PARTS.join('\n\n')}\n</think>\nDone.`;

  it('writes each part of a reasoning summary as a paragraph while it arrives', () => {
    const writer = new AnswerWriter({ stop: [], showsReasoning: true });
    const reducer = new ResponseReducer();
    const events = [
      thought(0, 0, 'On'),
      thought(0, 0, 'e.'),
      thought(0, 1, 'Two.'),
      thought(1, 0, 'Three.'),
      { type: 'response.output_text.delta', output_index: 2, content_index: 0, delta: 'Done.' },
      { type: 'response.completed', response },
    ];
    let text = '';
    for (const event of events) {
      const progress = reducer.apply(event);
      if (progress) text += writer.write(progress);
    }
    expect(text + writer.finish(reducer.read())).toBe(expected);
  });

  it('writes the same text for a complete response', () => {
    const writer = new AnswerWriter({ stop: [], showsReasoning: true });
    expect(writer.finish(readResponse(response))).toBe(expected);
  });
});
