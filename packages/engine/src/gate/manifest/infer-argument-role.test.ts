import { expect, it } from 'vitest';
import { inferArgumentRole } from './infer-argument-role.ts';

it.each([
  ['from_city', 'string', 'read', 'target'],
  ['from_date', 'string', 'read', 'option'],
  ['unit_price', 'number', 'spend', 'amount'],
  ['price_range', 'string', 'read', 'option'],
  ['value', 'number', 'write', 'amount'],
  ['values', 'string', 'spend', 'amount'],
  ['values', 'string', 'write', 'content'],
  ['phone_number', 'string', 'send', 'recipient'],
  ['order_number', 'string', 'send', 'target'],
  ['user_id', 'string', 'send', 'recipient'],
  ['user_id', 'string', 'write', 'target'],
  ['number', 'number', 'write', 'option'],
  ['query', 'string', 'execute', 'content'],
  ['input', 'string', 'execute', 'command'],
  ['input', 'string', 'write', 'target'],
] as const)('takes %s (%s) of a tool with the effect %s for: %s', (name, type, effect, role) => {
  expect(inferArgumentRole({ name, type }, { effect, makes: [] })).toBe(role);
});
