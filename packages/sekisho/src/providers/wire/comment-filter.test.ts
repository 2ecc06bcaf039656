import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommentFilter } from './comment-filter.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const passedOn = (pieces: readonly string[]) => {
  const filter = new CommentFilter();
  return pieces.map((piece) => new TextDecoder().decode(filter.accept(bytes(piece))));
};

describe('CommentFilter', () => {
  it.each([
    [
      'a comment between events',
      ['data: a\n\n', ': ping\n\n', 'data: b\n\n'],
      ['data: a\n\n', '', 'data: b\n\n'],
    ],
    ['a comment in two pieces', [': pi', 'ng\n\n'], ['', '']],
    ['a comment with carriage returns', [': ping\r\n\r\n'], ['']],
    ['several comments', [': a\n: b\n\n: c\n'], ['']],
  ])('removes %s', (_case, pieces, expected) => {
    expect(passedOn(pieces)).toEqual(expected);
  });

  it.each([
    ['the blank line that ends an event', ['data: a\n', '\n']],
    ['a comment inside an event', ['data: a\n', ': ping\n', '\n']],
    ['a comment in one piece with an event', [': ping\n\ndata: a\n\n']],
    ['a colon inside a line', ['data', ': a\n\n']],
  ])('passes %s', (_case, pieces) => {
    expect(passedOn(pieces)).toEqual(pieces);
  });

  it('loses no line of an event, however the stream is split', () => {
    const line = fc.constantFrom('data: {"a":1}', 'event: x', ': ping', '', 'id: 7', ':');
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(12)), (lines, cuts) => {
        const text = lines.map((each) => `${each}\n`).join('');
        const pieces: string[] = [];
        let rest = text;
        for (const cut of cuts) {
          pieces.push(rest.slice(0, cut));
          rest = rest.slice(cut);
        }
        const kept = passedOn([...pieces, rest]).join('');
        expect(eventsOf(kept)).toEqual(eventsOf(text));
      }),
    );
  });
});

/** Returns the events of a stream as a client reads them: their lines without comments. */
function eventsOf(text: string): string[][] {
  return text
    .split(/\n\n+/)
    .map((event) => event.split('\n').filter((line) => line !== '' && !line.startsWith(':')))
    .filter((event) => event.length > 0);
}
