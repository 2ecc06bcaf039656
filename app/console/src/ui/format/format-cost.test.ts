import { expect, it } from 'vitest';
import { formatCost } from './format-cost.ts';

it.each([
  [0, '$0.00'],
  [0.0012, '$0.0012'],
  [0.01, '$0.01'],
  [12.345, '$12.35'],
])('formats %d as %s', (dollars, text) => {
  expect(formatCost(dollars, 'en')).toBe(text);
});
