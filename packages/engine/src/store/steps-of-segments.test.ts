import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { StepRecord } from './run-record.ts';
import { stepsOfSegments } from './steps-of-segments.ts';

/** A store that answers all reads of one turn of the event loop together. */
function slowStore() {
  let isAsked = false;
  const store = {
    trips: 0,
    getSteps: async (run_id: string, segment: number): Promise<readonly StepRecord[]> => {
      if (!isAsked) store.trips += 1;
      isAsked = true;
      await nextTurn();
      isAsked = false;
      return [{ run_id, segment, name: 's', fingerprint: '', value: '' }];
    },
  };
  return store;
}

const segmentsOf = async (store: ReturnType<typeof slowStore>, range: { first?: number; last: number }) =>
  (await Array.fromAsync(stepsOfSegments(store, 'r', range))).flat().map(({ segment }) => segment);

it.each([
  [{ last: 0 }, 1],
  [{ first: 3, last: 202 }, 1],
  [{ last: 200 }, 2],
])('yields the segments %o in order with %i round trips', async (range, trips) => {
  const store = slowStore();
  const { first, last } = { first: 0, ...range };
  expect(await segmentsOf(store, range)).toEqual(
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  expect(store.trips).toBe(trips);
});

it('yields nothing for an empty range', async () => {
  expect(await segmentsOf(slowStore(), { first: 2, last: 1 })).toEqual([]);
});
