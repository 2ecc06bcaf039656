import { expect, inject, it } from 'vitest';
import { env } from './ground/env.ts';

it("runs against every version of Dify's daemon, unless SEKISHO_DIFY_OPTIONAL=1 allows less", () => {
  const { daemons, missing } = inject('ground');
  expect(daemons.length + missing.length).toBe(2);
  expect(env.isOptional() ? [] : missing).toEqual([]);
});
