import { describe, expect, it } from 'vitest';
import { findAmount, formatAmount } from './find-amount.ts';

describe('findAmount', () => {
  it.each([
    [{ amount: 9800 }, '9,800'],
    [{ total_amount: 1234.5, currency: 'USD' }, '$1,234.50'],
    [{ amount: 0.1 }, '0.1'],
    [{ amount: '9800' }, undefined],
    [{ amount: 1, total: 2 }, undefined],
    [{ count: 3 }, undefined],
  ])('reads %j', (values, expected) => {
    expect(findAmount(values, 'en')).toBe(expected);
  });
});

describe('formatAmount', () => {
  it('keeps every digit, because a rounded amount could be approved by mistake', () => {
    expect(formatAmount(1.23456789, 'USD', 'en')).toBe('$1.23456789');
    expect(formatAmount(1234567.891, undefined, 'ja')).toBe('1,234,567.891');
  });

  it('ignores a text that is not a currency code', () => {
    expect(formatAmount(5, 'yen!', 'en')).toBe('5');
  });
});
