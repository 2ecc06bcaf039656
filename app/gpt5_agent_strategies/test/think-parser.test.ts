import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RoundText } from '../internal/round-text.ts';
import { ThinkParser } from '../internal/think-parser.ts';

/** Returns the result for a text that arrives in these chunks. */
function read(pieces: readonly string[]) {
  const text = new RoundText();
  const shown = pieces.map((piece) => text.push(piece)).join('') + text.finish();
  return { shown, visible: text.visible, thought: text.thought };
}

const ORDINARY = '<think>\nsecret 考え 🗝\n</think>\nHello 世界 👋 a<b </thin <think';

describe('RoundText', () => {
  it.each([
    ['an answer', 'four', 'four', ''],
    ['reasoning and an answer', '<think>a</think>b', 'b', 'a'],
    ['two reasoning blocks', '<think>a</think>b<think>c</think>d', 'bd', 'ac'],
    ['nested reasoning', '<think>a<think>b</think>c</think>d', 'd', 'abc'],
    ['reasoning without an end', 'a<think>b', 'a', 'b'],
    ['reasoning without a beginning', 'a</think>b', 'b', 'a'],
    ['tags in capitals', '<THINK>a</Think>b', 'b', 'a'],
    [
      'text that resembles tags',
      'a < b <thin <thinking> </ think> <',
      'a < b <thin <thinking> </ think> <',
      '',
    ],
    ['a partial tag at the end', 'a<thi', 'a<thi', ''],
    ['an empty reasoning block', '<think></think>b', 'b', ''],
    ['nothing', '', '', ''],
  ])('separates answer and reasoning in %s', (_case, whole, visible, thought) => {
    expect(read([whole])).toMatchObject({ visible, thought });
  });

  it('shows reasoning in well-formed blocks', () => {
    expect(read(['<think>a<think>b</think>c</think>d']).shown).toBe('<think>abc</think>d');
    expect(read(['a<think>b']).shown).toBe('a<think>b</think>');
    expect(read(['a</think>b']).shown).toBe('ab');
    expect(read([ORDINARY]).shown).toBe(ORDINARY);
  });

  it('parses a text equally for every split into two chunks', () => {
    const whole = read([ORDINARY]);
    for (let at = 0; at <= ORDINARY.length; at += 1) {
      expect(read([ORDINARY.slice(0, at), ORDINARY.slice(at)])).toEqual(whole);
    }
  });

  it('parses a text equally in single characters and in single bytes', () => {
    const decoder = new TextDecoder();
    const bytes = [...Buffer.from(ORDINARY)].map((byte) =>
      decoder.decode(Uint8Array.of(byte), { stream: true }),
    );
    expect(read(ORDINARY.split(''))).toEqual(read([ORDINARY]));
    expect(read(bytes)).toEqual(read([ORDINARY]));
  });
});

const plain = fc.string({ unit: fc.constantFrom('a', 'あ', '<', '/', '>', 't', 'think', ' ', '\n') });
const tagged = fc
  .array(fc.oneof(plain, fc.constantFrom('<think>', '</think>', '<THINK>', '<thi', '</')), { maxLength: 12 })
  .map((parts) => parts.join(''));
const cuts = fc.array(fc.nat({ max: 80 }), { maxLength: 20 });

function cut(text: string, at: readonly number[]): string[] {
  const places = [...new Set([0, ...at.filter((place) => place < text.length), text.length])].toSorted(
    (a, b) => a - b,
  );
  return places.slice(1).map((place, index) => text.slice(places[index], place));
}

describe('ThinkParser', () => {
  it('returns the same text for all chunk boundaries and removes only tags', () => {
    fc.assert(
      fc.property(tagged, cuts, (text, at) => {
        const pieces = cut(text, at);
        expect(pieces.join('')).toBe(text);
        expect(read(pieces)).toEqual(read([text]));
        const parser = new ThinkParser();
        const segments = [...pieces.flatMap((piece) => parser.push(piece)), ...parser.finish()];
        const said = segments.map((segment) => (segment.kind === 'stray-close' ? '' : segment.text)).join('');
        expect(said).toBe(text.replaceAll(/<\/?think>/gi, ''));
      }),
      { numRuns: 2000 },
    );
  });

  it('never includes reasoning in the answer', () => {
    const word = fc.string({ unit: fc.constantFrom('x', 'y', '<', '>', '/'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { maxLength: 5 }), cuts, (rounds, at) => {
        // The mark occurs only in reasoning.
        const text = rounds
          .map(([thought, answer]) => `<think>${thought}§${thought}</think>${answer}`)
          .join('');
        const { visible, thought } = read(cut(text, at));
        expect(visible).not.toContain('§');
        expect(visible).toBe(rounds.map(([, answer]) => answer).join(''));
        expect(thought.split('§').length - 1).toBe(rounds.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('holds back only a possible tag', () => {
    const parser = new ThinkParser();
    expect(parser.push('answer <')).toEqual([{ kind: 'visible', text: 'answer ' }]);
    expect(parser.push('b')).toEqual([{ kind: 'visible', text: '<b' }]);
  });
});
