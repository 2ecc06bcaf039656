import { expect, it } from 'vitest';
import { chooseArgumentsSchema, irisArgumentsSchema } from './iris-arguments.ts';

it.each([
  ['an input', { input: 'Hello' }],
  ['an input with a previous response', { input: 'Hello', previous_response_id: 'resp_1' }],
  ['an empty previous_response_id', { input: 'Hello', previous_response_id: '' }],
  ['an empty input', { input: '' }],
  ['a previous_response_id that is too long', { input: 'Hello', previous_response_id: 'x'.repeat(1001) }],
  ['nothing', {}],
  ['a string instead of an object', 'Hello'],
  ['null', null],
  ['an option', { input: 'Hello', verbosity: 'low' }],
  ['an invalid option', { input: 'Hello', verbosity: 'loud' }],
  ['an unknown argument', { input: 'Hello', constructor: 1 }],
])('parses %s like the complete schema', (_case, parameters) => {
  const chosen = chooseArgumentsSchema(parameters).safeParse(parameters);
  const whole = irisArgumentsSchema.safeParse(parameters);
  expect(chosen.success).toBe(whole.success);
  expect(chosen.data).toEqual(whole.data);
  expect(chosen.error?.issues).toEqual(whole.error?.issues);
});
