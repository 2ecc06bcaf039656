import { describe, expect, it } from 'vitest';
import {
  describeDecision,
  describeEffect,
  elideMiddle,
  readTargets,
  type EffectSource,
} from './describe-effect.ts';

const request = (changes: Partial<EffectSource>): EffectSource => ({
  kind: 'call',
  effect: 'send',
  tool_id: 'send_mail',
  destination: 'a@client.example',
  edit: null,
  ...changes,
});

describe('describeEffect', () => {
  it.each([
    ['send', 'Send to a@client.example', 'a@client.example に送信'],
    ['read', 'Read a@client.example', 'a@client.example を読み取り'],
    ['write', 'Change a@client.example', 'a@client.example を変更'],
    ['delete', 'Delete a@client.example', 'a@client.example を削除'],
    ['spend', 'Pay to a@client.example', 'a@client.example へ支払い'],
    ['execute', 'Run a@client.example', 'a@client.example を実行'],
    ['admin', 'Change the rights of a@client.example', 'a@client.example の権限を変更'],
    ['teleport', 'Call send_mail with a@client.example', 'a@client.example に send_mail を呼び出し'],
  ])('describes the effect %s', (effect, english, japanese) => {
    expect(describeEffect(request({ effect }), 'en')).toBe(english);
    expect(describeEffect(request({ effect }), 'ja')).toBe(japanese);
  });

  it('names the tool when a call has no target', () => {
    expect(describeEffect(request({ destination: null }), 'en')).toBe('Call send_mail');
    expect(describeEffect(request({ destination: null }), 'ja')).toBe('send_mail を呼び出し');
  });

  it('includes the amount of a payment when the arguments are known', () => {
    const pay = request({
      effect: 'spend',
      destination: 'XX-6666',
      arguments: { amount: 120000, currency: 'JPY' },
    });
    expect(describeEffect(pay, 'en')).toBe('Pay ¥120,000 to XX-6666');
    expect(describeEffect(pay, 'ja')).toBe('XX-6666 へ ￥120,000 を支払い');
    expect(describeEffect({ ...pay, edited_arguments: { amount: 5 } }, 'en')).toBe('Pay 5 to XX-6666');
  });

  it('includes the amount of a payment in a list, which has no arguments', () => {
    const pay = request({
      effect: 'spend',
      destination: 'XX-6666',
      payment: { amount: 120000, currency: 'JPY' },
    });
    expect(describeEffect(pay, 'en')).toBe('Pay ¥120,000 to XX-6666');
  });

  it('names the target before and after an edit', () => {
    const edited = request({ destination: 'b@x.example', edit: { destination_before: 'a@x.example' } });
    expect(describeEffect(edited, 'en')).toBe('Send to b@x.example (was a@x.example)');
    expect(describeEffect(edited, 'ja')).toBe('b@x.example（変更前 a@x.example） に送信');
    const same = request({ edit: { destination_before: 'a@client.example' } });
    expect(describeEffect(same, 'en')).toBe('Send to a@client.example');
  });

  it('says that the outcome of an interrupted call is unknown', () => {
    expect(describeEffect(request({ kind: 'outcome' }), 'en')).toBe(
      'Outcome unknown: Send to a@client.example',
    );
    expect(describeEffect(request({ kind: 'outcome' }), 'ja')).toBe('結果が不明: a@client.example に送信');
  });

  it('counts further targets', () => {
    const many = request({ destination: '["a@x.example","b@x.example","c@x.example"]' });
    expect(describeEffect(many, 'en')).toBe('Send to a@x.example and 2 more');
    expect(describeEffect(many, 'ja')).toBe('a@x.example ほか 2 件 に送信');
  });

  it('displays hidden characters of the target as codes', () => {
    expect(describeEffect(request({ destination: 'a\u200b@x.example' }), 'en')).toBe(
      'Send to a\\u{200b}@x.example',
    );
  });

  it('elides a long target in the middle', () => {
    const long = request({ effect: 'delete', destination: '/srv/reports/2024/quarterly/archive/q3.csv' });
    expect(describeEffect(long, 'en', 20)).toBe('Delete /srv/re…chive/q3.csv');
  });
});

describe('describeDecision', () => {
  it('names the person and the effect', () => {
    const values = { who: 'Mika', effect: 'Delete a.txt' };
    expect(describeDecision('approved', values, 'en')).toBe('Mika approved: Delete a.txt');
    expect(describeDecision('denied', values, 'en')).toBe('Mika rejected: Delete a.txt');
    expect(describeDecision('approved', { who: 'Mika さん', effect: 'a.txt を削除' }, 'ja')).toBe(
      'Mika さんが承認: a.txt を削除',
    );
  });
});

describe('readTargets', () => {
  it.each([
    [null, []],
    [' ', []],
    ['to-do.txt', ['to-do.txt']],
    ['["[x]"]', ['[x]']],
    ['[1,{"a":2}]', ['1', '{"a":2}']],
    ['["a","b… 4fz', ['["a","b… 4fz']],
    ['[]', ['[]']],
  ])('reads %s', (destination, targets) => {
    expect(readTargets(destination)).toEqual(targets);
  });
});

describe('elideMiddle', () => {
  it('keeps short texts and never splits a character', () => {
    expect(elideMiddle('short', 5)).toBe('short');
    expect(elideMiddle('😀😀😀😀😀😀', 4)).toBe('😀…😀😀');
  });
});
