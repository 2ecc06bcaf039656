import { describe, expect, it } from 'vitest';
import { addDuration, mergeHistograms, quantile, type Histogram } from './histogram.ts';

const of = (...times: number[]) => times.reduce<Histogram>(addDuration, {});

describe('a histogram', () => {
  it('has no quantile without durations', () => {
    expect(quantile({}, 0.5)).toBeNull();
  });

  it.each([
    [0.5, 500],
    [0.9, 900],
    [1, 1000],
  ])('estimates the quantile %d at most a quarter too high', (part, exact) => {
    const found = quantile(of(...Array.from({ length: 1000 }, (_, index) => index + 1)), part) ?? 0;
    expect(found).toBeGreaterThanOrEqual(exact);
    expect(found).toBeLessThanOrEqual(exact * 1.26);
  });

  it('of several days is the sum of their histograms', () => {
    expect(mergeHistograms([of(10, 20), of(20, 4000)])).toEqual(of(10, 20, 20, 4000));
  });
});
