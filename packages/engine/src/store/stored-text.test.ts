import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadedText, storedText } from './stored-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', '\0', '\ud800', '\udc00\ud800', '\u0001', '\u0001"a"', '\ufffd'),
);

it('returns every text unchanged, and stores only characters that UTF-8 and C strings support', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const stored = storedText(text);
      expect(loadedText(stored)).toBe(text);
      expect(stored.isWellFormed()).toBe(true);
      expect(stored).not.toContain('\0');
    }),
  );
});

it('stores two different texts differently', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      expect(storedText(one) === storedText(other)).toBe(one === other);
    }),
  );
});

it('stores an ordinary text unchanged', () => {
  expect(storedText('関所 🚧 "quoted"')).toBe('関所 🚧 "quoted"');
});
