import type { StepRecord } from './run-record.ts';
import type { StateStore } from './state-store.ts';

/** A run can have thousands of segments, whose steps are not all in memory at the same time. */
const SEGMENTS_AT_ONCE = 200;

/**
 * Yields the steps of the segments from `first` to `last`, segment by segment. They are read together: a store in another process
 * answers reads that were sent together in one round trip.
 */
export async function* stepsOfSegments(
  store: Pick<StateStore, 'getSteps'>,
  runId: string,
  { first = 0, last }: { readonly first?: number; readonly last: number },
): AsyncGenerator<readonly StepRecord[]> {
  for (let from = first; from <= last; from += SEGMENTS_AT_ONCE) {
    const length = Math.min(SEGMENTS_AT_ONCE, last - from + 1);
    yield* await Promise.all(Array.from({ length }, (_, index) => store.getSteps(runId, from + index)));
  }
}
