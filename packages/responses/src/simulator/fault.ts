/** A simulated failure of a call. */
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

/** Random faults. Each call fails with the given probability with one of the listed faults. */
export type Chaos = { rate: number; faults: readonly Fault[] };
