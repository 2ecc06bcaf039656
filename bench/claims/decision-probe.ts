import type { Effect } from './instance.ts';

/** A decision function that throws, and a counted tool body, for one side. */
export interface DecisionProbe {
  readonly decide: () => never;
  readonly effect: Effect;
}

/** How a run continues after its decision function threw. */
export type Ending = 'stops' | 'waits' | 'ends';

/** Executes one run with a decision function that throws. */
export type RunProbe = (probe: DecisionProbe) => Promise<Ending>;
