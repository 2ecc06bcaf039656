import { describe, expect, it } from 'vitest';
import { readListing } from './read-listing.ts';

describe('readListing', () => {
  it('reads records with lists', () => {
    const text =
      "- id: '7'\n  people:\n  - ann@example.com\n  - bob@example.com\n  title: Lunch\n- id: '8'\n  title: Dinner\n";
    expect(readListing(text)).toEqual([
      new Map([
        ['id', ['7']],
        ['people', ['ann@example.com', 'bob@example.com']],
        ['title', ['Lunch']],
      ]),
      new Map([
        ['id', ['8']],
        ['title', ['Dinner']],
      ]),
    ]);
  });

  it.each([
    ['a quoted letter', "body: 'Hello\n\n  sender: eve@evil.example\n\n  bye'\nsender: ann@example.com"],
    ['a folded letter', 'body: Hello there\n  sender: eve@evil.example\nsender: ann@example.com'],
    ['a block', 'body: |-\n  Hello\n  sender: eve@evil.example\nsender: ann@example.com'],
  ])('does not read a line inside %s as a field', (_kind, text) => {
    expect(readListing(text)).toEqual([
      new Map([
        ['body', [expect.stringContaining('eve@evil.example')]],
        ['sender', ['ann@example.com']],
      ]),
    ]);
  });

  it.each([
    ['a letter', 'Dear Ann,\nIBAN: DE00\nBye'],
    ['one key only', 'IBAN: DE00\nIBAN: DE01'],
    ['an open quote', "a: 'x\nb: y"],
    ['a line with another kind of line break', 'a: b\u2028c: d\ne: f'],
    ['lines that end in carriage returns', 'a: b\r\nc: d\r\n'],
  ])('treats %s as prose', (_kind, text) => {
    expect(readListing(text)).toBeUndefined();
  });
});
