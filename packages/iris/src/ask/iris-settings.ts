import type { ContinuityMode, Credentials, Effort } from '@sekisho/responses';

/** The values that a call uses when it does not set them. */
export type IrisDefaults = {
  model: string;
  reasoningEffort: Effort;
  searchContextSize: 'low' | 'medium' | 'high';
  continuity: ContinuityMode;
  maxOutputTokens: number;
  maxCostUsd?: number | undefined;
};

/** The connection to OpenAI and the stored state. */
export type IrisSettings = {
  /** Undefined in a demo, where the simulator responds. */
  credentials: Credentials | undefined;
  defaults: IrisDefaults;
  /** The folder for transcripts. Default: memory. */
  stateDir?: string | undefined;
  /** Set when several users share the server: ids become handles that only their owner can use. */
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
