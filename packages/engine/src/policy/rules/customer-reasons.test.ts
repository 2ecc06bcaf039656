import { describe, expect, it } from 'vitest';
import { customerReason } from './customer-reasons.ts';
import { STANDARD_RULES, UNCLEAR } from '../evaluate-policy.ts';

describe('customerReason', () => {
  it.each([...STANDARD_RULES, UNCLEAR].map((rule) => [rule.id, rule] as const))(
    'names the customer and not the user in %s',
    (_id, rule) => {
      const { en, ja } = customerReason(rule);
      expect(en).not.toMatch(/\byou\b|\byour\b|\byours\b|\buser\b/i);
      expect(ja).not.toMatch(/ご自身|利用者/);
      expect(en.includes('customer')).toBe(/user|customer/.test(rule.reason.en));
    },
  );

  it('keeps the reason of a custom rule', () => {
    const reason = { en: 'The user list is closed on Sundays.', ja: '日曜は利用者一覧を使えません。' };
    expect(customerReason({ id: 'house.sunday', reason })).toBe(reason);
  });
});
