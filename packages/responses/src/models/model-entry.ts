import type { Effort } from './effort.ts';

/** What a model can do, as far as a request depends on it. */
export type ModelFeature =
  | 'tool-call'
  | 'structured-output'
  | 'web-search'
  | 'code-interpreter'
  | 'vision'
  | 'pro-mode';

/** US dollars for one million tokens, with the day on which the price was read and where. */
export type ModelPrice = {
  input: number;
  cachedInput: number;
  cacheWrite?: number;
  output: number;
  asOf: string;
  source: string;
};

/** What to use when a model is gone, and who says so. */
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
  /** First day on which the model no longer answers, as YYYY-MM-DD. */
  shutdownDate?: string;
  replacement?: ModelReplacement;
};
