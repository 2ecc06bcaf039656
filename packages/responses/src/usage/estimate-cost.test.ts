import { describe, expect, it } from 'vitest';
import { estimateCost } from './estimate-cost.ts';
import { readUsage } from './token-usage.ts';

const price = { input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 10, asOf: '2026-11-05', source: 'test' };
const usage = {
  inputTokens: 100_000,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 10_000,
  reasoningTokens: 0,
  totalTokens: 110_000,
};

describe('estimateCost', () => {
  it.each([
    ['plain tokens', usage, 0.2 + 0.1],
    ['cached input', { ...usage, cachedTokens: 50_000 }, 0.1 + 0.01 + 0.1],
    ['cache writes', { ...usage, cacheWriteTokens: 40_000 }, 0.12 + 0.1 + 0.1],
    ['long context', { ...usage, inputTokens: 300_000 }, 300_000 * 4e-6 + 10_000 * 15e-6],
    ['more cached tokens than input tokens', { ...usage, inputTokens: 10, cachedTokens: 99 }, 2e-6 + 0.1],
  ])('computes the price of %s', (_case, given, expected) => {
    expect(estimateCost(given, price)).toBeCloseTo(expected, 10);
  });

  it('halves the price for flex and doubles it for fast', () => {
    expect(estimateCost(usage, price, 'flex')).toBeCloseTo(0.15, 10);
    expect(estimateCost(usage, price, 'fast')).toBeCloseTo(0.6, 10);
  });
});

describe('readUsage', () => {
  it('reads the usage of a response', () => {
    const wire = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 },
      output_tokens: 6,
      output_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 16,
    };
    expect(readUsage(wire)).toEqual({
      inputTokens: 10,
      cachedTokens: 4,
      cacheWriteTokens: 1,
      outputTokens: 6,
      reasoningTokens: 2,
      totalTokens: 16,
    });
  });

  it('reads the usage of a chat completion', () => {
    expect(readUsage({ prompt_tokens: 3, completion_tokens: 4 })).toMatchObject({
      inputTokens: 3,
      outputTokens: 4,
      totalTokens: 7,
    });
  });

  it.each([null, 'x', {}, [], { input_tokens: 'many' }, { input_tokens: -1 }])(
    'finds no usage in %j',
    (value) => {
      expect(readUsage(value)).toBeUndefined();
    },
  );
});
