import type { ContinuityMode, Credentials, Effort } from '@sekisho/responses';

/** What a call gets when it does not say otherwise. */
export type IrisDefaults = {
  model: string;
  reasoningEffort: Effort;
  searchContextSize: 'low' | 'medium' | 'high';
  continuity: ContinuityMode;
  maxOutputTokens: number;
  maxCostUsd?: number | undefined;
};

/** How the server reaches OpenAI and what it keeps. */
export type IrisSettings = {
  /** Undefined in a demo: then the simulator answers. */
  credentials: Credentials | undefined;
  defaults: IrisDefaults;
  /** Where transcripts are kept; in memory when left out. */
  stateDir?: string | undefined;
  /** Set where several people share the server: ids become handles that only their owner can use. */
  handleSecret?: string | undefined;
};

/** The defaults of the server. */
export const irisDefaults: IrisDefaults = {
  model: 'auto',
  reasoningEffort: 'medium',
  searchContextSize: 'medium',
  continuity: 'auto',
  maxOutputTokens: 32_768,
};
