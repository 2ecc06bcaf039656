import type { Phase, ResponseStatus } from './response-outcome.ts';

/** What one event of a stream means to someone who watches. */
export type Progress =
  | { type: 'started'; id: string | undefined; status: ResponseStatus }
  | { type: 'text'; delta: string; phase: Phase | undefined; outputIndex: number }
  | { type: 'refusal'; delta: string }
  | { type: 'reasoning'; delta: string }
  | { type: 'arguments'; delta: string; callId: string; name: string }
  | { type: 'tool'; tool: string; step: string }
  | { type: 'item'; itemType: string; outputIndex: number }
  | { type: 'finished'; status: ResponseStatus };
