import { describe, expect, it } from 'vitest';
import { readDates, readNumbers } from './read-quantities.ts';

describe('readNumbers', () => {
  it.each([
    ['pay 1,250.50 now', 1250.5],
    ['about 2k', 2000],
    ['3 million yen', 3_000_000],
    ['5万円', 50_000],
    ['ninety dollars', 90],
    ['two nights', 2],
    ['15%', 0.15],
    ['补两百五十瓶', 250],
    ['大人三人', 3],
  ])('finds in %j the number %d', (text, number) => {
    expect(readNumbers(text)).toContain(number);
  });
});

describe('readDates', () => {
  it.each([['on 2024-05-15'], ['the 15th of may'], ['may 15, 2024'], ['15 may'], ['5月15日に']])(
    'finds in %j the 15th of May',
    (text) => {
      expect(readDates(text)).toContain('5-15');
    },
  );

  it('does not read every word before a number as a month', () => {
    expect(readDates('room 15 and march5')).toEqual([]);
  });
});
