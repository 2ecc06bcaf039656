/** The counters of one run, which the gate compares with the limits of the profile. */
export interface RunCounters {
  readonly writes: number;
  readonly spend: number;
  readonly consecutive_refusals: number;
}
