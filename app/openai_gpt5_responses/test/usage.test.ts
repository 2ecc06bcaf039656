import { ModelRegistry } from '@sekisho/responses';
import { describe, expect, it } from 'vitest';
import { toLlmUsage } from '../internal/usage.ts';

const price = new ModelRegistry().find('gpt-5.2')?.price;
const tokens = {
  inputTokens: 1000,
  cachedTokens: 400,
  cacheWriteTokens: 0,
  outputTokens: 100,
  reasoningTokens: 60,
  totalTokens: 1100,
};

describe('toLlmUsage', () => {
  it('charges cached input at its own price', () => {
    expect(toLlmUsage(tokens, price, 1420)).toEqual({
      prompt_tokens: 1000,
      prompt_unit_price: '1.75',
      prompt_price_unit: '0.000001',
      prompt_price: '0.0011200',
      completion_tokens: 100,
      completion_unit_price: '14',
      completion_price_unit: '0.000001',
      completion_price: '0.0014000',
      total_tokens: 1100,
      total_price: '0.0025200',
      currency: 'USD',
      latency: 1.42,
    });
  });

  it.each([
    ['without a price', tokens, undefined, 1100],
    ['without counts', undefined, price, 0],
  ])('returns a price of zero %s', (_case, usage, list, total_tokens) => {
    expect(toLlmUsage(usage, list, -1)).toMatchObject({ total_tokens, total_price: '0.0000000', latency: 0 });
  });
});
