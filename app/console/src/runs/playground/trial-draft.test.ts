import { expect, it } from 'vitest';
import { emptyCall, readTrial, saveTrial, toDraft, toTrial } from './trial-draft.ts';

const EXAMPLE = {
  task: 'Pay invoice 4711.',
  tools: [
    {
      name: 'pay',
      effect: 'spend',
      trusted: false,
      arguments: [
        { name: 'invoice', role: 'target' },
        { name: 'amount', role: null },
      ],
    },
  ],
  calls: [
    {
      tool: 'pay',
      arguments: { invoice: '4711', amount: 120, lines: ['a'] },
      result: 'Paid.',
      injected: '',
      if_asked: 'approve',
    },
  ],
} as const;

function memory(text: string | null = null) {
  let stored = text;
  return { getItem: () => stored, setItem: (_key: string, value: string) => void (stored = value) };
}

it('sends the values of an example unchanged: a text of digits stays a text', () => {
  expect(toTrial(toDraft(EXAMPLE))).toEqual(EXAMPLE);
});

it('omits arguments without a value, and sends a chosen profile', () => {
  const draft = { ...toDraft(EXAMPLE), profile: 'strict' } as const;
  const calls = [{ ...emptyCall('pay'), arguments: { invoice: '', amount: '007' } }];
  expect(toTrial({ ...draft, calls })).toMatchObject({
    profile: 'strict',
    calls: [{ arguments: { amount: '007' } }],
  });
});

it('survives a reload', () => {
  const storage = memory();
  saveTrial(storage, toDraft(EXAMPLE));
  expect(readTrial(storage)).toEqual(toDraft(EXAMPLE));
});

it.each([
  null,
  '',
  '{',
  '[]',
  '{"task":1}',
  '{"task":"a","tools":[1],"calls":[]}',
  '{"task":"a","calls":[{}]}',
])('ignores the stored text %j', (text) => {
  expect(readTrial(memory(text))).toBeUndefined();
});
