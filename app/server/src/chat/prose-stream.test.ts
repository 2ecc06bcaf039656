import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProseStream } from './prose-stream.ts';

function stream(pieces: readonly string[]) {
  let shown = '';
  let blocks = 0;
  const prose = new ProseStream(
    (text) => {
      shown += text;
    },
    () => {
      blocks += 1;
    },
  );
  for (const piece of pieces) prose.write(piece);
  prose.end();
  return { shown, blocks };
}

const answer =
  '下書きです。`code` と ``x`` です。\n\n```json\n{"a":"```"}\n```\n\nどうぞ。\n~~~\nsecret\n~~~\n終わり``';

describe('ProseStream', () => {
  it('streams the same prose for any chunk boundaries', () => {
    const boundaries = fc.uniqueArray(fc.integer({ min: 1, max: answer.length - 1 }), { maxLength: 20 });
    fc.assert(
      fc.property(boundaries, (unsorted) => {
        const points = [0, ...unsorted.toSorted((a, b) => a - b), answer.length];
        const pieces = points.slice(1).map((to, index) => answer.slice(points[index], to));
        expect(stream(pieces)).toEqual({
          shown: '下書きです。`code` と ``x`` です。\n\n\nどうぞ。\n終わり``',
          blocks: 2,
        });
      }),
      { numRuns: 300 },
    );
  });

  it('streams text immediately', () => {
    const seen: string[] = [];
    const prose = new ProseStream(
      (text) => seen.push(text),
      () => undefined,
    );
    prose.write('こん');
    prose.write('にちは');
    expect(seen).toEqual(['こん', 'にちは']);
  });

  it('omits a code block that never ends', () => {
    expect(stream(['a\n```json\n{"a":', '1}']).shown).toBe('a\n');
  });
});
