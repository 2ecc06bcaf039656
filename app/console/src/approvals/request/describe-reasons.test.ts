import { describe, expect, it } from 'vitest';
import { describeReasons, describeUser, firstSentence, neutralReason } from './describe-reasons.ts';

const payment = {
  rule_ids: ['content.requests-action', 'origin.account', 'origin.grave-account'],
  sources: [
    { path: 'account', value: 'XX-6666', origin: 'prose', tool: 'get_invoice' },
    { path: 'amount', value: '9800', origin: 'lookup', tool: 'get_invoice' },
  ],
  on_behalf_of: 'ada',
  effect: 'spend',
  destination: 'XX-6666',
  reason: 'The account does not come from you.',
  reason_ja: '口座がご自身の指定ではありません。',
};
const mika = (language: 'en' | 'ja') => ({ language, me: 'mika' });

describe('describeReasons', () => {
  it('names the text that requests the action first, then the origin of the value', () => {
    expect(describeReasons(payment, mika('en'))).toEqual([
      'Text from get_invoice tells the agent to do this.',
      'The value of account appears only in text that get_invoice returned.',
      'This pays, executes or changes rights.',
    ]);
    expect(describeReasons(payment, mika('ja'))).toEqual([
      'get_invoice の文章がこの操作を指示しています。',
      'account の値は get_invoice が返した文章にだけ現れます。',
      '支払い・実行・権限変更の操作です。',
    ]);
  });

  it('names the requester, and says "you" only to the requester', () => {
    const deletion = {
      ...payment,
      rule_ids: ['default.not-asked'],
      effect: 'delete',
      sources: [{ path: 'path', value: 'a.txt', origin: 'field', tool: 'list_files' }],
    };
    expect(describeReasons(deletion, mika('en'))).toEqual([
      'ada did not ask for a deletion.',
      'The value of path is a field of the result of list_files; ada did not name it.',
    ]);
    expect(describeReasons(deletion, { language: 'en', me: 'ada' })[0]).toBe(
      'You did not ask for a deletion.',
    );
    expect(describeReasons(deletion, mika('ja'))[0]).toBe('ada さんは削除を依頼していません。');
    expect(describeReasons(deletion, { language: 'ja', me: 'ada' })[0]).toBe(
      'あなたは削除を依頼していません。',
    );
    expect(describeReasons({ ...deletion, on_behalf_of: null }, mika('en'))[0]).toBe(
      'The user did not ask for a deletion.',
    );
  });

  it('falls back to the neutral reason of the engine for unknown rules', () => {
    const unknown = { ...payment, rule_ids: ['house.sunday'], sources: [] };
    expect(describeReasons(unknown, mika('en'))).toEqual(['The account does not come from the user.']);
    expect(describeReasons(unknown, mika('ja'))).toEqual(['口座が利用者の指定ではありません。']);
  });
});

describe('describeUser', () => {
  it('uses the name, "you" or "the user"', () => {
    expect(describeUser('ada', mika('en'))).toBe('ada');
    expect(describeUser('mika', mika('en'))).toBe('you');
    expect(describeUser(null, mika('ja'))).toBe('利用者');
  });
});

describe('neutralReason', () => {
  it.each([
    ['You did not ask for an action of this kind.', 'The user did not ask for an action of this kind.'],
    ['It comes from a field. You asked your bank.', 'It comes from a field. The user asked the user’s bank.'],
    ['Every change needs your word.', 'Every change needs the user’s word.'],
    ['Young youth.', 'Young youth.'],
  ])('rewrites %s', (reason, expected) => {
    expect(neutralReason({ reason, reason_ja: '' }, 'en')).toBe(expected);
  });
});

describe('firstSentence', () => {
  it.each([
    ['One. Two.', 'One.'],
    ['The path "a.txt" comes from x. Two.', 'The path "a.txt" comes from x.'],
    ['一つ。二つ。', '一つ。'],
    ['no end', 'no end'],
  ])('of %s', (text, expected) => {
    expect(firstSentence(text)).toBe(expected);
  });
});
