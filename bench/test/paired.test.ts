import { describe, expect, it } from 'vitest';
import { overheadRatio, pairedRatio } from '../sides/paired.ts';

describe('pairedRatio', () => {
  it('compares the sides of the same round, so a slow round changes nothing', () => {
    const bare = [1, 1, 8, 8, 1];
    const ours = bare.map((value) => value * 1.5);
    expect(pairedRatio(ours, bare)).toEqual({ ours: 1.5, other: 1, ratio: 1.5 });
  });

  it('is the median of the ratios, not the ratio of the medians', () => {
    expect(pairedRatio([2, 3, 100], [1, 3, 10]).ratio).toBe(2);
  });

  it('rejects sides with a different number of samples', () => {
    expect(() => pairedRatio([1, 2], [1])).toThrow('2 and 1 samples');
    expect(() => pairedRatio([], [])).toThrow('0 and 0 samples');
  });
});

describe('overheadRatio', () => {
  it('divides what both versions add to the bare side', () => {
    const bare = [10, 10, 10];
    expect(overheadRatio([12, 12, 12], [14, 14, 14], bare)).toEqual({ ours: 2, other: 4, ratio: 0.5 });
  });

  it('subtracts the bare side of the same round', () => {
    // The differences are 1, 2 and 9, and three times 4; the medians of the sides differ by 9 and 4.
    expect(overheadRatio([11, 102, 59], [14, 104, 54], [10, 100, 50]).ratio).toBe(0.5);
  });
});
