import type { Effect } from './instance.ts';

/** What a side is given to try: a decision function that throws, and a tool that is counted. */
export interface DecisionProbe {
  readonly decide: () => never;
  readonly effect: Effect;
}

/** How a run goes on after its decision function threw. */
export type Ending = 'stops' | 'waits' | 'ends';

/** Lets one run meet a decision function that throws. */
export type MeetFailure = (probe: DecisionProbe) => Promise<Ending>;
