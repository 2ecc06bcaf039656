import { describe, expect, it } from 'vitest';
import { CoalescedFlush } from './coalesced-flush.ts';

/** A store that takes everything that waits, when the test lets it. */
function slowStore() {
  const trips: string[][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  let waiting: string[] = [];
  const shared = new CoalescedFlush(() => {
    trips.push(waiting);
    waiting = [];
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  const want = (what: string) => {
    waiting.push(what);
    return shared.soon();
  };
  return { trips, ends, want };
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('CoalescedFlush', () => {
  it('takes what comes in one turn, and what comes during a trip, on one trip each', async () => {
    const { trips, ends, want } = slowStore();
    const first = [want('a'), want('b')];
    await turns();
    const second = [want('c'), want('d')];
    await turns();
    expect(trips).toEqual([['a', 'b']]);
    ends[0]?.resolve();
    await Promise.all(first);
    await turns();
    expect(trips).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    ends[1]?.resolve();
    await Promise.all(second);
  });

  it('fails for those on the trip that failed, and for nobody after', async () => {
    const { ends, want } = slowStore();
    const first = [want('a'), want('b')];
    await turns();
    const next = want('c');
    ends[0]?.reject(new Error('away'));
    const settled = await Promise.allSettled(first);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await turns();
    ends[1]?.resolve();
    await expect(next).resolves.toBeUndefined();
  });
});
