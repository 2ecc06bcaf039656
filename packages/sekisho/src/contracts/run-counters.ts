/** What the runner counts during one run; the gate compares it with the limits of the profile. */
export interface RunCounters {
  readonly writes: number;
  readonly spend: number;
  readonly consecutive_refusals: number;
}
