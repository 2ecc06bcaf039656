import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StopFilter } from './stop-filter.ts';

function filter(stops: string[], pieces: string[]): string {
  const stop = new StopFilter(stops);
  return pieces.map((piece) => stop.push(piece)).join('') + stop.end();
}

describe('StopFilter', () => {
  it('stops at a stop sequence that is split over deltas', () => {
    expect(filter(['END'], ['before E', 'N', 'D after'])).toBe('before ');
  });

  it('returns text that only resembled a stop sequence', () => {
    expect(filter(['END'], ['an E', 'N', 'TRY'])).toBe('an ENTRY');
  });

  it('uses the stop sequence that is complete first', () => {
    expect(filter(['b', 'a'], ['xxaxb'])).toBe('xx');
  });

  it('returns the same text for any split of the input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c') })),
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }), {
          maxLength: 3,
        }),
        (pieces, stops) => {
          const oneByOne = filter(stops, pieces.join('').split(''));
          expect(filter(stops, pieces)).toBe(oneByOne);
          expect(stops.some((stop) => oneByOne.includes(stop))).toBe(false);
        },
      ),
    );
  });
});
