import { describe, expect, it } from 'vitest';
import { alternate, orderOfRound } from '../sides/alternate.ts';

describe('orderOfRound', () => {
  it('puts every side first equally often', () => {
    const firsts = Array.from({ length: 6 }, (_, round) => orderOfRound(['a', 'b', 'c'], round)[0]);
    for (const name of ['a', 'b', 'c']) expect(firsts.filter((first) => first === name)).toHaveLength(2);
  });

  it('does not measure a side always after the same other side', () => {
    const before = Array.from({ length: 6 }, (_, round) => {
      const order = orderOfRound(['a', 'b', 'c'], round);
      return order[order.indexOf('b') - 1];
    });
    expect(new Set(before)).toEqual(new Set(['a', 'c', undefined]));
  });

  it('contains every side once', () => {
    for (let round = 0; round < 8; round += 1)
      expect(orderOfRound(['a', 'b', 'c', 'd'], round).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('alternate', () => {
  it('measures one side at a time and keeps the samples in the order of the rounds', async () => {
    let active = 0;
    let clock = 0;
    const side = () => async () => {
      active += 1;
      expect(active).toBe(1);
      await Promise.resolve();
      active -= 1;
      clock += 1;
      return clock;
    };
    const samples = await alternate(
      new Map([
        ['one', side()],
        ['other', side()],
      ]),
      3,
    );
    expect(samples.get('one')).toEqual([1, 3, 5]);
    expect(samples.get('other')).toEqual([2, 4, 6]);
  });
});
