import { expect, it } from 'vitest';
import { niceMax } from './day-chart.tsx';

it.each([
  [0, 1],
  [1, 1],
  [0.000_47, 0.000_5],
  [0.2, 0.2],
  [3, 5],
  [10, 10],
  [11, 20],
  [4_999, 5_000],
  [5_001, 10_000],
])('the axis for %d ends at %d', (value, top) => {
  expect(niceMax(value)).toBe(top);
});
