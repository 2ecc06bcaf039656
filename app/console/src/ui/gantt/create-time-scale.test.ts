import { array, assert, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTimeScale } from './create-time-scale.ts';

describe('a time scale', () => {
  it('distributes time evenly over the width', () => {
    const { toX } = createTimeScale({ from: 100, to: 200, width: 500 });
    expect([100, 150, 200].map(toX)).toEqual([0, 250, 500]);
  });

  it('clamps times outside of its range', () => {
    const { toX } = createTimeScale({ from: 100, to: 200, width: 500 });
    expect([0, 900].map(toX)).toEqual([0, 500]);
  });

  it('has a width when its range has no length', () => {
    expect(createTimeScale({ from: 100, to: 100, width: 500 }).toX(100)).toBe(0);
  });

  it('shrinks a long wait between two short busy intervals', () => {
    const busy = [
      { from: 0, to: 1000 },
      { from: 3_600_000, to: 3_601_000 },
    ];
    const { gaps, toX } = createTimeScale({ from: 0, to: 3_601_000, width: 428, busy, gapWidth: 28 });
    expect(gaps).toEqual([{ from: 1000, to: 3_600_000, fromX: 200, toX: 228 }]);
    expect([1000, 3_600_000, 3_601_000].map(toX)).toEqual([200, 228, 428]);
  });

  it('does not shrink short pauses', () => {
    const busy = [
      { from: 0, to: 480 },
      { from: 500, to: 1000 },
    ];
    expect(createTimeScale({ from: 0, to: 1000, width: 400, busy }).gaps).toEqual([]);
  });

  it('does not treat time as idle that a longer busy interval covers', () => {
    const busy = [
      { from: 0, to: 1000 },
      { from: 10, to: 20 },
    ];
    expect(createTimeScale({ from: 0, to: 1000, width: 400, busy }).gaps).toEqual([]);
  });

  it('is monotonic and fills the width for all busy intervals', () => {
    const span = record({ from: nat(10_000), length: nat(500) });
    assert(
      property(array(span, { maxLength: 20 }), array(nat(10_000)), (spans, times) => {
        const busy = spans.map(({ from, length }) => ({ from, to: Math.min(10_000, from + length) }));
        const { toX } = createTimeScale({ from: 0, to: 10_000, width: 1000, busy });
        const positions = [0, ...times.toSorted((a, b) => a - b), 10_000].map(toX);
        expect(positions[0]).toBe(0);
        expect(positions.at(-1)).toBeCloseTo(1000);
        for (const [index, position] of positions.entries()) {
          expect(position).toBeGreaterThanOrEqual((positions[index - 1] ?? 0) - 1e-6);
        }
      }),
    );
  });
});
