import { expect, it } from 'vitest';
import { describeFunction } from './describe-function.ts';

it('trusts a function only as far as its owner declares', () => {
  expect(describeFunction({ name: 'pay', manifest: { effect: 'spend' } }).manifest).toEqual({
    effect: 'spend',
    arguments: {},
    trusted_source: false,
    sensitive: false,
    idempotent: false,
    origin: 'declared',
    confirmed: true,
  });
  expect(describeFunction({ name: 'pay' }).manifest).toBeUndefined();
});
