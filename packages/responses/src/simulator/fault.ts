/** A way in which a call can go wrong on its way. */
export type Fault =
  | { type: 'rate-limit'; retryAfterMs?: number }
  | { type: 'quota' }
  | { type: 'server-error'; status?: number }
  | { type: 'forbidden' }
  | { type: 'reset' }
  | { type: 'slow'; ms: number }
  | { type: 'cut-stream'; afterEvents: number }
  | { type: 'stall'; afterEvents: number }
  | { type: 'malformed' }
  | { type: 'failed-response'; code: 'server_error' | 'rate_limit_exceeded' | 'invalid_prompt' }
  | { type: 'error-event'; afterEvents: number }
  | { type: 'stuck-background' }
  | { type: 'unnamed-previous-refusal' }
  | { type: 'unsupported-previous' };

/** Faults that happen by chance: each call has the given chance to meet one of the list. */
export type Chaos = { rate: number; faults: readonly Fault[] };
