import type { Phase, ResponseStatus } from './response-outcome.ts';

/** The meaning of one stream event for an observer. */
export type Progress =
  | { type: 'started'; id: string | undefined; status: ResponseStatus }
  | { type: 'text'; delta: string; phase: Phase | undefined; outputIndex: number }
  | { type: 'refusal'; delta: string }
  /** A piece of a summary; another pair of indexes begins another paragraph. */
  | { type: 'reasoning'; delta: string; outputIndex: number; summaryIndex: number }
  | { type: 'arguments'; delta: string; callId: string; name: string }
  | { type: 'tool'; tool: string; step: string }
  | { type: 'item'; itemType: string; outputIndex: number }
  | { type: 'finished'; status: ResponseStatus };
