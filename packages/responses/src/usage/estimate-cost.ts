import type { ModelPrice } from '../models/model-entry.ts';
import type { TokenUsage } from './token-usage.ts';

const LONG_CONTEXT_TOKENS = 272_000;
const TIER_FACTORS = { default: 1, flex: 0.5, batch: 0.5, fast: 2 } as const;

/** The service tiers with different prices. */
export type PriceTier = keyof typeof TIER_FACTORS;

/**
 * Returns the estimated cost of one response in US dollars according to the given price list. The invoice may differ.
 */
export function estimateCost(usage: TokenUsage, price: ModelPrice, tier: PriceTier = 'default'): number {
  const isLong = usage.inputTokens > LONG_CONTEXT_TOKENS;
  const cached = Math.min(usage.cachedTokens, usage.inputTokens);
  const written = Math.min(usage.cacheWriteTokens, usage.inputTokens - cached);
  const fresh = usage.inputTokens - cached - written;
  const input =
    fresh * price.input + cached * price.cachedInput + written * (price.cacheWrite ?? price.input);
  const perMillion = input * (isLong ? 2 : 1) + usage.outputTokens * price.output * (isLong ? 1.5 : 1);
  return (perMillion / 1_000_000) * TIER_FACTORS[tier];
}
