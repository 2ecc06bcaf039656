import { expect, it } from 'vitest';
import { sourcesOfArgument } from './sources-of-argument.ts';

it('finds the sources of an argument and of its nested values, and no others', () => {
  const sources = ['to', 'to.0', 'to[1].name', 'topic', 'cc'].map((path) => ({ path }));
  expect(sourcesOfArgument(sources, 'to').map(({ path }) => path)).toEqual(['to', 'to.0', 'to[1].name']);
});
