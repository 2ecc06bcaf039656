import { expect, it } from 'vitest';
import { chooseArgumentsSchema, irisArgumentsSchema } from './iris-arguments.ts';

it.each([
  ['a question', { input: 'Hello' }],
  ['the next question', { input: 'Hello', previous_response_id: 'resp_1' }],
  ['an id that says nothing', { input: 'Hello', previous_response_id: '' }],
  ['an empty question', { input: '' }],
  ['an id that is too long', { input: 'Hello', previous_response_id: 'x'.repeat(1001) }],
  ['nothing', {}],
  ['no object', 'Hello'],
  ['null', null],
  ['an option', { input: 'Hello', verbosity: 'low' }],
  ['a wrong option', { input: 'Hello', verbosity: 'loud' }],
  ['a stranger', { input: 'Hello', constructor: 1 }],
])('parses %s as the whole schema does', (_case, parameters) => {
  const chosen = chooseArgumentsSchema(parameters).safeParse(parameters);
  const whole = irisArgumentsSchema.safeParse(parameters);
  expect(chosen.success).toBe(whole.success);
  expect(chosen.data).toEqual(whole.data);
  expect(chosen.error?.issues).toEqual(whole.error?.issues);
});
