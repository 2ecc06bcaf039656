import { array, assert, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPABILITY_TABLE } from '../capability-table.ts';
import { ChunkNormalizer } from './chunk-normalizer.ts';
import { lineRepairer } from './watch-stream.ts';

const CONTEXT = {
  provider: 'ollama',
  capabilities: CAPABILITY_TABLE.ollama,
  timeoutMs: 1000,
  createId: () => 'x',
  redact: (text: string) => text,
} as const;

describe('ChunkNormalizer', () => {
  it('returns the same text and arguments however the bytes are split', () => {
    const words = array(string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: 12 });
    const cuts = array(integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 });
    assert(
      property(words, words, cuts, (texts, values, lengths) => {
        const argument = JSON.stringify({ values });
        const pieces = argument.match(/[^]{1,4}/gu) ?? [];
        const stream = [
          ...texts.map((content) => ({ content })),
          { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] },
          ...pieces.map((text) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
        ];
        const { content, args } = read(repairStream(encode(stream), lengths));
        expect(content).toBe(texts.join(''));
        expect(args).toBe(argument);
      }),
      { numRuns: 300 },
    );
  });

  it('returns nothing for a comment', () => {
    expect(newRepair()(bytesOf(': still here\n\n'))).toBe('');
  });

  it('rejects a line that is not JSON', () => {
    const repair = newRepair();
    repair(bytesOf(event({ content: 'a' })));
    expect(() => repair(bytesOf(event({ content: 'c' }).replace('"c"', '"c"x"')))).toThrow(
      '[ollama/not-json]',
    );
  });

  it('reads a piece of arguments that is the word null', () => {
    const call = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{"to":' } };
    const stream = ['null', '}'].map((text) => ({
      tool_calls: [{ index: 0, function: { arguments: text } }],
    }));
    const { args } = read(repairStream(encode([{ tool_calls: [call] }, ...stream]), [90]));
    expect(args).toBe('{"to":null}');
  });
});

function event(delta: object, finishReason: string | null = null): string {
  return `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
}

function encode(deltas: readonly object[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(
    `${deltas.map((delta) => event(delta)).join('')}${event({}, 'tool_calls')}data: [DONE]\n\n`,
  );
}

const newRepair = () => lineRepairer(new ChunkNormalizer(CONTEXT, { wantsJson: false, usedCallIds: [] }));
const bytesOf = (text: string) => ({ done: false, value: new TextEncoder().encode(text) }) as const;

function repairStream(bytes: Uint8Array, lengths: readonly number[]): string {
  const repair = newRepair();
  let output = '';
  for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    output += repair({ done: false, value: bytes.slice(start, start + length) });
    start += length;
  }
  return output;
}

function read(text: string): { content: string; args: string } {
  let content = '';
  let args = '';
  for (const line of text.split('\n\n')) {
    const data = line.trim().replace(/^data: /, '');
    if (data === '' || data === '[DONE]') continue;
    const { delta } = JSON.parse(data).choices[0];
    content += delta.content ?? '';
    args += delta.tool_calls?.[0]?.function.arguments ?? '';
  }
  return { content, args };
}
