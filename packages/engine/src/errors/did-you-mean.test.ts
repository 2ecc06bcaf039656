import { expect, it } from 'vitest';
import { didYouMean } from './did-you-mean.ts';

const KNOWN = ['safetyAgent', 'store', 'secret', 'approvalTtlSec', 'user', 'path'];

it.each([
  ['safteyAgent', 'safetyAgent'],
  ['safety_agent', 'safetyAgent'],
  ['SafetyAgent', 'safetyAgent'],
  ['stor', 'store'],
  ['stores', 'store'],
  ['approvalTTLSecs', 'approvalTtlSec'],
  ['pth', 'path'],
  ['usr', 'user'],
])('suggests for %j the name %j', (given, meant) => {
  expect(didYouMean(given, KNOWN)).toBe(` Did you mean "${meant}"?`);
});

it.each(['', 'x', 'logger', 'directory', 'constructor', 'y'.repeat(1_000_000)])(
  'suggests nothing for %.20j',
  (given) => {
    expect(didYouMean(given, KNOWN)).toBe('');
  },
);

it('suggests nothing when no names are known', () => {
  expect(didYouMean('store', [])).toBe('');
});
