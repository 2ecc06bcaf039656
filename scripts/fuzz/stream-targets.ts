import { deepEqual, equal, ok } from 'node:assert/strict';
import { errorCodes, normalizeCredentials, ResponsesClient } from '@sekisho/responses';
import * as fc from 'fast-check';
import { RoundText } from '../../app/gpt5_agent_strategies/internal/round-text.ts';
import { LineSplitter } from '../../packages/dify-plugin/src/wire/line-splitter.ts';
import { CAPABILITY_TABLE } from '../../packages/sekisho/src/providers/capability-table.ts';
import { ChunkNormalizer } from '../../packages/sekisho/src/providers/wire/chunk-normalizer.ts';
import { lineRepairer } from '../../packages/sekisho/src/providers/wire/watch-stream.ts';
import { cutAt, fuzzTarget, places, textOf, type FuzzTarget } from './fuzz-target.ts';

const credentials = normalizeCredentials({ openai_api_key: 'sk-test', max_retries: '0' });
const EVENT_TYPES = [
  'response.created',
  'response.output_item.added',
  'response.output_item.done',
  'response.output_text.delta',
  'response.function_call_arguments.delta',
  'response.reasoning_summary_text.delta',
  'response.completed',
  'response.failed',
  'response.incomplete',
  'error',
  'constructor',
];

const wildEvent = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      type: fc.constantFrom(...EVENT_TYPES),
      output_index: fc.oneof(fc.nat(3), fc.jsonValue()),
      delta: fc.oneof(fc.string(), fc.jsonValue()),
      item: fc.record({
        type: fc.constantFrom('message', 'function_call', 'reasoning'),
        content: fc.jsonValue(),
      }),
      response: fc.oneof(fc.record({ id: fc.jsonValue(), output: fc.jsonValue() }), fc.jsonValue()),
    },
    { requiredKeys: ['type'] },
  ),
);

const deltas = fc.array(fc.string({ minLength: 1, unit: 'grapheme', maxLength: 8 }), { maxLength: 12 });

/** Parsers of streams. */
export const streamTargets: readonly FuzzTarget[] = [
  fuzzTarget('responses stream', fc.array(wildEvent, { maxLength: 12 }), async (events) => {
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    const headers = { 'content-type': 'text/event-stream' };
    const client = new ResponsesClient({ credentials, fetch: async () => new Response(text, { headers }) });
    const result = await client.run({ model: 'gpt-6.1-sol', input: 'x', stream: true });
    if (result.ok) equal(typeof result.outcome.answer, 'string');
    else ok(errorCodes.includes(result.error.code), `${result.error.code} is no code.`);
  }),
  fuzzTarget('provider stream', fc.tuple(deltas, places), ([texts, at]) => {
    const bytes = Buffer.from(texts.map((content) => chunk({ content })).join(''));
    equal(contentOf(repairChunks(cutAt(bytes, at))), texts.join(''));
  }),
  fuzzTarget(
    'dify lines',
    fc.tuple(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 20 }), places),
    ([texts, at]) => {
      const whole = Buffer.from(texts.map((text) => JSON.stringify({ text })).join('\n'));
      const seen: string[] = [];
      const listener = { onLine: (line: string) => seen.push(line), onOversized: () => seen.push('!') };
      const splitter = new LineSplitter(listener, 1e6);
      for (const piece of cutAt(whole, at)) splitter.push(piece);
      splitter.end();
      deepEqual(seen, whole.toString('utf8').split('\n').filter(Boolean));
    },
  ),
  fuzzTarget(
    'think tags',
    fc.tuple(textOf('<think>', '</think>', '<THINK>', '<thi', '</', '<', '>', 'あ'), places),
    ([text, at]) => deepEqual(readThoughts(cutAt(text, at)), readThoughts([text])),
  ),
];

function readThoughts(pieces: readonly string[]) {
  const text = new RoundText();
  const shown = pieces.map((piece) => text.push(piece)).join('') + text.finish();
  return { shown, visible: text.visible, thought: text.thought };
}

const chunk = (delta: object) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;

function repairChunks(pieces: readonly Uint8Array[]): string {
  const context = {
    provider: 'ollama',
    capabilities: CAPABILITY_TABLE.ollama,
    timeoutMs: 1_000,
    createId: () => 'x',
    redact: (text: string) => text,
  } as const;
  const repair = lineRepairer(new ChunkNormalizer(context, { wantsJson: false, usedCallIds: [] }));
  return pieces.map((value) => repair({ done: false, value: Uint8Array.from(value) })).join('');
}

function contentOf(stream: string): string {
  const events = stream.split('\n\n').filter(Boolean);
  return events
    .map((event) => JSON.parse(event.slice('data: '.length)).choices[0].delta.content ?? '')
    .join('');
}
