import { describe, expect, it } from 'vitest';
import { formatPlainDate } from '../../../server/src/processes/schedule/plain-date.ts';
import { findMentionedDate } from './find-mentioned-date.ts';

describe('findMentionedDate', () => {
  it.each([
    ['期限は2027-03-31です', '2027-03-31'],
    ['2027年3月1日まで', '2027-03-01'],
    ['by 2027/12/9, please', '2027-12-09'],
    ['2026-01-01 ではなく 2027-04-01', '2027-04-01'],
  ])('finds the date in %s', (text, date) => {
    const found = findMentionedDate(text);
    expect(found === undefined ? undefined : formatPlainDate(found)).toBe(date);
  });

  it.each(['来月まで', '2027-02-30', '12/31', ''])('finds no date in %j', (text) => {
    expect(findMentionedDate(text)).toBeUndefined();
  });
});
