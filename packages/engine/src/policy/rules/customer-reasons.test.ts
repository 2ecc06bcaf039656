import { describe, expect, it } from 'vitest';
import { customerReason } from './customer-reasons.ts';
import { STANDARD_RULES } from '../evaluate-policy.ts';

describe('customerReason', () => {
  it.each(STANDARD_RULES.map((rule) => [rule.id, rule] as const))(
    'does not address the customer as the reader in %s',
    (_id, rule) => {
      const { en, ja } = customerReason(rule);
      expect(en).not.toMatch(/\byou\b|\byour\b|\byours\b/i);
      expect(ja).not.toMatch(/ご自身|利用者/);
    },
  );

  it('keeps the reason of a custom rule', () => {
    const reason = { en: 'Closed on Sundays.', ja: '日曜は休みです。' };
    expect(customerReason({ id: 'house.sunday', reason })).toBe(reason);
  });
});
