import { describe, expect, it } from 'vitest';
import { readDates, readNumbers } from './read-quantities.ts';

describe('readNumbers', () => {
  it.each([
    ['pay 1,250.50 now', 1250.5],
    ['about 2k', 2000],
    ['3 million yen', 3_000_000],
    ['5万円', 50_000],
    ['5万3千円', 53_000],
    ['5万300円', 50_300],
    ['5千円', 5_000],
    ['ninety dollars', 90],
    ['two nights', 2],
    ['15%', 0.15],
    ['补两百五十瓶', 250],
    ['大人三人', 3],
  ])('finds in %j the number %d', (text, number) => {
    expect(readNumbers(text)).toContain(number);
  });
});

it.each([
  ['pay 5 euros', [5]],
  ['pay 5万円', [5, 50_000, 50_000]],
  ['pay 5 万300円', [5, 50_000, 50_300, 300]],
  ['route 66b, 3 kids and 2 men', [66, 3, 2]],
])('finds in %j no other number', (text, numbers) => {
  expect(readNumbers(text)).toEqual(numbers);
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
