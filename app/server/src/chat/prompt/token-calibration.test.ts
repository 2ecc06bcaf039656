import { describe, expect, it } from 'vitest';
import { TokenCalibration } from './token-calibration.ts';

describe('TokenCalibration', () => {
  it('converges to the real ratio of each model separately', () => {
    const calibration = new TokenCalibration();
    for (let count = 0; count < 40; count += 1) calibration.addSample('a', { estimated: 100, real: 135 });
    expect(calibration.ratio('a')).toBeCloseTo(1.35, 2);
    expect(calibration.ratio('b')).toBe(1);
  });

  it.each([
    [100, 100_000, 2],
    [100_000, 1, 0.8],
  ])('stays bounded for %i estimated and %i real tokens', (estimated, real, bound) => {
    const calibration = new TokenCalibration();
    for (let count = 0; count < 80; count += 1) calibration.addSample('a', { estimated, real });
    expect(calibration.ratio('a')).toBeCloseTo(bound, 3);
  });

  it('ignores empty samples', () => {
    const calibration = new TokenCalibration();
    calibration.addSample('a', { estimated: 0, real: 5 });
    calibration.addSample('a', { estimated: 5, real: 0 });
    expect(calibration.ratio('a')).toBe(1);
  });
});
