import type { Effort } from './effort.ts';

/** A capability of a model that affects requests. */
export type ModelFeature =
  | 'tool-call'
  | 'structured-output'
  | 'web-search'
  | 'code-interpreter'
  | 'vision'
  | 'pro-mode';

/** US dollars for one million tokens, with the date and the source of the price. */
export type ModelPrice = {
  input: number;
  cachedInput: number;
  cacheWrite?: number;
  output: number;
  asOf: string;
  source: string;
};

/** The replacement of a model, and its source. */
export type ModelReplacement = { id: string; advisedBy: 'openai' | 'sekisho'; reasoningMode?: 'pro' };

/** One row of the model registry. */
export type ModelEntry = {
  id: string;
  snapshots: readonly string[];
  /** Empty for a model that does not reason. */
  efforts: readonly Effort[];
  defaultEffort: Effort | undefined;
  features: readonly ModelFeature[];
  contextWindow: number;
  maxOutputTokens: number;
  price?: ModelPrice;
  /** The first day on which the model is unavailable, as YYYY-MM-DD. */
  shutdownDate?: string;
  replacement?: ModelReplacement;
};
