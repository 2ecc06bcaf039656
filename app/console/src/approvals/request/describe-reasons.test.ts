import { describe, expect, it } from 'vitest';
import { describePath, describeReasons, describeUser } from './describe-reasons.ts';

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
const textOf = (parts: ReturnType<typeof describeReasons>[number]) =>
  parts.map(({ text, isCode }) => (isCode ? `\`${text}\`` : text)).join('');
const reasonsOf = (...args: Parameters<typeof describeReasons>) => describeReasons(...args).map(textOf);
const mika = (language: 'en' | 'ja') => ({ language, me: 'mika' });

describe('describeReasons', () => {
  it('names the text that requests the action first, then the origin of the value', () => {
    expect(reasonsOf(payment, mika('en'))).toEqual([
      'Text from `get_invoice` tells the agent to do this.',
      'The value of `account` appears only in text that `get_invoice` returned.',
      'This pays, executes or changes rights.',
    ]);
    expect(reasonsOf(payment, mika('ja'))).toEqual([
      '`get_invoice` の文章がこの操作を指示しています。',
      '`account` の値は `get_invoice` が返した文章にだけ現れます。',
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
    expect(reasonsOf(deletion, mika('en'))).toEqual([
      'ada did not ask for a deletion.',
      'The value of `path` is a field of the result of `list_files`; ada did not name it.',
    ]);
    expect(reasonsOf(deletion, { language: 'en', me: 'ada' })[0]).toBe('You did not ask for a deletion.');
    expect(reasonsOf(deletion, mika('ja'))[0]).toBe('ada さんは削除を依頼していません。');
    expect(reasonsOf(deletion, { language: 'ja', me: 'ada' })[0]).toBe('あなたは削除を依頼していません。');
    expect(reasonsOf({ ...deletion, on_behalf_of: null }, mika('en'))[0]).toBe(
      'The user did not ask for a deletion.',
    );
  });

  it('displays the name of a tool as code, but not the words for an unknown tool', () => {
    const [reason] = describeReasons({ ...payment, sources: [] }, mika('en'));
    expect(textOf(reason ?? [])).toBe('Text from a tool tells the agent to do this.');
  });

  it('falls back to the neutral reason of the engine for unknown rules', () => {
    const unknown = { ...payment, rule_ids: ['house.sunday'], sources: [] };
    expect(reasonsOf(unknown, mika('en'))).toEqual(['The account does not come from the user.']);
    expect(reasonsOf(unknown, mika('ja'))).toEqual(['口座が利用者の指定ではありません。']);
  });
});

describe('describePath', () => {
  it('reads well for an argument that is named like a word', () => {
    expect(textOf(describePath('title', { name: 'to' }, 'en'))).toBe('Where the value of `to` comes from');
    expect(textOf(describePath('title', { name: 'to' }, 'ja'))).toBe('`to` の値の出どころ');
  });
});

describe('describeUser', () => {
  it('uses the name, "you" or "the user"', () => {
    expect(describeUser('ada', mika('en'))).toBe('ada');
    expect(describeUser('mika', mika('en'))).toBe('you');
    expect(describeUser(null, mika('ja'))).toBe('利用者');
  });
});
