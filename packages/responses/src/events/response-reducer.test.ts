import { describe, expect, it } from 'vitest';
import { readResponse } from './read-response.ts';
import { ResponseReducer } from './response-reducer.ts';

type Event = Record<string, unknown>;

const added = (index: number, item: Event) => ({
  type: 'response.output_item.added',
  output_index: index,
  item,
});
const text = (index: number, delta: string) => ({
  type: 'response.output_text.delta',
  output_index: index,
  content_index: 0,
  delta,
});
const message = (value: string, more: Event = {}) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: value, annotations: [] }],
  ...more,
});

function reduce(...events: unknown[]) {
  const reducer = new ResponseReducer();
  const progress = events.map((event) => reducer.apply(event));
  return { reducer, progress, outcome: reducer.read() };
}

describe('ResponseReducer', () => {
  it('returns the answer before the stream has ended', () => {
    const { outcome, reducer } = reduce(
      { type: 'response.created', response: { id: 'resp_1', model: 'm', status: 'in_progress' } },
      added(0, { type: 'message', content: [] }),
      text(0, 'Hel'),
      text(0, 'lo'),
    );
    expect(outcome).toMatchObject({ id: 'resp_1', model: 'm', status: 'in_progress', answer: 'Hello' });
    expect(reducer.isFinished).toBe(false);
  });

  it('separates commentary from the answer and labels it while it streams', () => {
    const { outcome, progress } = reduce(
      added(0, { type: 'message', phase: 'commentary', content: [] }),
      text(0, 'Looking it up.'),
      added(1, { type: 'message', phase: 'final_answer', content: [] }),
      text(1, 'It is 4.'),
    );
    expect(outcome).toMatchObject({ answer: 'It is 4.', commentary: ['Looking it up.'] });
    expect(progress[1]).toEqual({
      type: 'text',
      delta: 'Looking it up.',
      phase: 'commentary',
      outputIndex: 0,
    });
    expect(progress[3]).toMatchObject({ phase: 'final_answer' });
  });

  it('uses the last uninterrupted messages when none is labeled', () => {
    expect(
      readResponse({
        output: [
          message('Let me search.'),
          { type: 'web_search_call' },
          message('A'),
          { type: 'reasoning' },
          message('B'),
        ],
      }),
    ).toMatchObject({ answer: 'AB', commentary: ['Let me search.'] });
  });

  it('uses the text before a function call as the answer when no text follows', () => {
    expect(readResponse({ output: [message('One moment.'), { type: 'function_call' }] }).answer).toBe(
      'One moment.',
    );
  });

  it('retains received items when the final list is empty or incomplete', () => {
    const arrived = [added(0, message('first')), added(1, { type: 'message' }), text(1, ' second')];
    expect(reduce(...arrived, { type: 'response.completed', response: { output: [] } }).outcome.answer).toBe(
      'first second',
    );
    expect(
      reduce(...arrived, { type: 'response.completed', response: { output: [message('FIRST'), null] } })
        .outcome.answer,
    ).toBe('FIRST second');
  });

  it('prefers the finished item to its deltas', () => {
    const done = { type: 'response.output_item.done', output_index: 0, item: message('Hello!') };
    expect(reduce(added(0, { type: 'message' }), text(0, 'Hel'), done).outcome.answer).toBe('Hello!');
  });

  it('orders items by index, not by arrival', () => {
    expect(reduce(added(1, message('b')), added(0, message('a'))).outcome.answer).toBe('ab');
  });

  it('collects function calls with the arguments received so far', () => {
    const call = { type: 'function_call', call_id: 'call_1', name: 'lookup', arguments: '' };
    const { outcome, progress } = reduce(added(0, call), {
      type: 'response.function_call_arguments.delta',
      output_index: 0,
      delta: '{"q":',
    });
    expect(outcome.functionCalls).toEqual([{ callId: 'call_1', name: 'lookup', arguments: '{"q":' }]);
    expect(progress[1]).toEqual({ type: 'arguments', delta: '{"q":', callId: 'call_1', name: 'lookup' });
  });

  it('computes citation positions within the whole answer', () => {
    const citation = {
      type: 'url_citation',
      url: 'https://a.example',
      title: 'A',
      start_index: 1,
      end_index: 3,
    };
    const content = [
      { type: 'output_text', text: '12345' },
      { type: 'output_text', text: 'abc', annotations: [citation] },
    ];
    expect(readResponse({ output: [{ type: 'message', content }] }).citations).toEqual([
      { url: 'https://a.example', title: 'A', startIndex: 6, endIndex: 8 },
    ]);
  });

  it('collects annotations from events', () => {
    const { outcome } = reduce(added(0, { type: 'message' }), text(0, 'see'), {
      type: 'response.output_text.annotation.added',
      output_index: 0,
      content_index: 0,
      annotation: { type: 'container_file_citation', container_id: 'c', file_id: 'f', filename: 'a.csv' },
    });
    expect(outcome.files).toEqual([{ containerId: 'c', fileId: 'f', filename: 'a.csv' }]);
  });

  it('returns each part of a reasoning summary as a paragraph, while it arrives and at the end', () => {
    const thought = (output_index: number, summary_index: number, delta: string) => ({
      type: 'response.reasoning_summary_text.delta',
      output_index,
      summary_index,
      delta,
    });
    const { progress, outcome } = reduce(
      added(0, { type: 'reasoning', summary: [] }),
      thought(0, 0, 'One'),
      thought(0, 0, '.'),
      thought(0, 1, 'Two.'),
      added(1, { type: 'reasoning', summary: [] }),
      added(2, { type: 'reasoning', summary: [] }),
      thought(2, 0, 'Three.'),
    );
    expect(progress.filter((event) => event?.type === 'reasoning')).toEqual([
      { type: 'reasoning', delta: 'One', outputIndex: 0, summaryIndex: 0 },
      { type: 'reasoning', delta: '.', outputIndex: 0, summaryIndex: 0 },
      { type: 'reasoning', delta: 'Two.', outputIndex: 0, summaryIndex: 1 },
      { type: 'reasoning', delta: 'Three.', outputIndex: 2, summaryIndex: 0 },
    ]);
    expect(outcome.reasoningSummary).toBe('One.\n\nTwo.\n\nThree.');
  });

  it('reads sources, searches, code runs and reasoning summaries', () => {
    const outcome = readResponse({
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Thinking.' }] },
        { type: 'web_search_call', action: { type: 'search', sources: [{ type: 'url', url: 'https://a' }] } },
        { type: 'web_search_call', action: { type: 'open_page', url: 'https://b' } },
        {
          type: 'code_interpreter_call',
          container_id: 'c',
          code: 'print(1)',
          status: 'completed',
          outputs: [
            { type: 'logs', logs: '1\n' },
            { type: 'image', url: 'https://img' },
          ],
        },
      ],
    });
    expect(outcome).toMatchObject({
      reasoningSummary: 'Thinking.',
      sources: ['https://a', 'https://b'],
      webSearches: 2,
      codeRuns: [
        { containerId: 'c', code: 'print(1)', logs: ['1\n'], images: ['https://img'], status: 'completed' },
      ],
    });
  });

  it('reads a refusal', () => {
    const { outcome } = reduce(added(0, { type: 'message' }), {
      type: 'response.refusal.delta',
      output_index: 0,
      content_index: 0,
      delta: 'No.',
    });
    expect(outcome).toMatchObject({ refusal: 'No.', answer: '' });
  });

  it.each([
    ['response.completed', 'completed'],
    ['response.incomplete', 'incomplete'],
    ['response.failed', 'failed'],
    ['error', 'failed'],
  ])('ends with %s', (type, status) => {
    const { outcome, reducer } = reduce({ type, response: { usage: { input_tokens: 1, output_tokens: 2 } } });
    expect(reducer.isFinished).toBe(true);
    expect(outcome.status).toBe(status);
  });

  it('reports why a response is incomplete or failed', () => {
    expect(
      readResponse({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
        .incompleteReason,
    ).toBe('max_output_tokens');
    expect(readResponse({ status: 'failed', error: { code: 'server_error', message: 'x' } }).failure).toEqual(
      {
        code: 'server_error',
        message: 'x',
      },
    );
    expect(reduce({ type: 'error', error: { code: 'c', message: 'm', param: 'p' } }).outcome.failure).toEqual(
      {
        code: 'c',
        message: 'm',
        param: 'p',
      },
    );
  });

  it('reports the steps of hosted tools', () => {
    const { progress } = reduce({ type: 'response.web_search_call.searching', output_index: 0 });
    expect(progress).toEqual([{ type: 'tool', tool: 'web_search', step: 'searching' }]);
  });

  it.each([
    null,
    undefined,
    3,
    'x',
    [],
    {},
    { type: 7 },
    { type: 'keepalive' },
    { type: 'response.unheard_of' },
  ])('ignores %j', (event) => {
    expect(reduce(event).outcome.answer).toBe('');
  });

  it('ignores an index that would exhaust the memory', () => {
    const hostile = {
      type: 'response.output_text.delta',
      output_index: 2 ** 40,
      content_index: 1e9,
      delta: 'x',
    };
    expect(reduce(hostile).outcome.answer).toBe('x');
  });
});
