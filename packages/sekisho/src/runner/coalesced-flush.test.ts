import { describe, expect, it } from 'vitest';
import { CoalescedFlush } from './coalesced-flush.ts';

/** A store that completes each flush when the test resolves it. */
function slowStore() {
  const flushes: string[][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  let waiting: string[] = [];
  const shared = new CoalescedFlush(() => {
    flushes.push(waiting);
    waiting = [];
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  const write = (value: string) => {
    waiting.push(value);
    return shared.flush();
  };
  return { flushes, ends, write };
}

const afterTurn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('CoalescedFlush', () => {
  it('combines the writes of one turn, and the writes during a flush, into one flush each', async () => {
    const { flushes, ends, write } = slowStore();
    const first = [write('a'), write('b')];
    await afterTurn();
    const second = [write('c'), write('d')];
    await afterTurn();
    expect(flushes).toEqual([['a', 'b']]);
    ends[0]?.resolve();
    await Promise.all(first);
    await afterTurn();
    expect(flushes).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    ends[1]?.resolve();
    await Promise.all(second);
  });

  it('rejects the writes of a failed flush and no later ones', async () => {
    const { ends, write } = slowStore();
    const first = [write('a'), write('b')];
    await afterTurn();
    const next = write('c');
    ends[0]?.reject(new Error('unavailable'));
    const settled = await Promise.allSettled(first);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await afterTurn();
    ends[1]?.resolve();
    await expect(next).resolves.toBeUndefined();
  });
});
