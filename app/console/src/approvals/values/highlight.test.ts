import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.ts';
import { sliceTokens } from './tokens.ts';

const textOf = (tokens: readonly { readonly text: string }[]) => tokens.map(({ text }) => text).join('');

describe('highlight', () => {
  it.each([
    ['sql', "DELETE FROM invoices WHERE note = 'x<b>\u200b' -- end"],
    ['bash', 'psql -c "delete from x" && rm -rf "$HOME"'],
    ['json', '{"a": [1, "二", null]}'],
    ['javascript', 'const a = `x${1}`; // <script>'],
    ['python', 'def f(x):\n    return "y" # z'],
  ] as const)('keeps the text of %s exactly', (language, text) => {
    const tokens = highlight(language, text);
    expect(textOf(tokens)).toBe(text);
    expect(tokens.some(({ kind }) => kind !== undefined)).toBe(true);
  });

  it('marks keywords and texts', () => {
    expect(highlight('sql', "DELETE FROM a WHERE b = 'c'")).toEqual(
      expect.arrayContaining([
        { text: 'DELETE', kind: 'keyword' },
        { text: "'c'", kind: 'string' },
      ]),
    );
  });
});

describe('sliceTokens', () => {
  const tokens = [
    { text: 'DELETE', kind: 'keyword' },
    { text: ' x ', kind: undefined },
    { text: "'y'", kind: 'string' },
  ];

  it('splits tokens at the borders of a part', () => {
    expect(sliceTokens(tokens, 3, 8)).toEqual([
      { text: 'ETE', kind: 'keyword' },
      { text: ' x', kind: undefined },
    ]);
  });

  it('returns the whole text when its parts are joined', () => {
    const parts = [sliceTokens(tokens, 0, 4), sliceTokens(tokens, 4, 7), sliceTokens(tokens, 7, 99)];
    expect(parts.map(textOf).join('')).toBe("DELETE x 'y'");
  });
});
