import type { LlmUsage } from '@sekisho/dify-plugin';
import { estimateCost, type ModelPrice, type ResponseOutcome } from '@sekisho/responses';

const PER_TOKEN = '0.000001';
const DECIMALS = 7;

/** Returns tokens and prices in Dify's twelve fields. Without a price list the prices are zero. */
export function toLlmUsage(
  usage: ResponseOutcome['usage'],
  price: ModelPrice | undefined,
  latencyMs: number,
): LlmUsage {
  const tokens = usage ?? {
    inputTokens: 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
    totalTokens: 0,
  };
  const total = price ? estimateCost(tokens, price) : 0;
  const prompt = price ? estimateCost({ ...tokens, outputTokens: 0 }, price) : 0;
  return {
    prompt_tokens: tokens.inputTokens,
    prompt_unit_price: String(price?.input ?? 0),
    prompt_price_unit: PER_TOKEN,
    prompt_price: prompt.toFixed(DECIMALS),
    completion_tokens: tokens.outputTokens,
    completion_unit_price: String(price?.output ?? 0),
    completion_price_unit: PER_TOKEN,
    completion_price: (total - prompt).toFixed(DECIMALS),
    total_tokens: tokens.totalTokens,
    total_price: total.toFixed(DECIMALS),
    currency: 'USD',
    latency: Math.max(0, latencyMs) / 1000,
  };
}
