import { expect, it } from 'vitest';
import { exampleEffect } from './example-effect.ts';

const tool = {
  tool_id: 'transfer_money',
  parameters: { type: 'object', properties: { amount: { type: 'number' }, account: { type: 'string' } } },
};

it('names the argument that is the target of a call', () => {
  const input = { effect: 'spend', arguments: { account: 'account', amount: 'amount' } } as const;
  expect(exampleEffect(tool, input, 'en')).toBe('Pay to {account}');
  expect(exampleEffect(tool, input, 'ja')).toBe('{account} へ支払い');
});

it('names the tool when no argument can be a target', () => {
  const input = { effect: 'spend', arguments: { account: 'option', amount: 'amount' } } as const;
  expect(exampleEffect(tool, input, 'en')).toBe('Call transfer_money');
});
