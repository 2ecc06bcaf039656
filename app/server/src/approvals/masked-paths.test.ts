import { expect, it } from 'vitest';
import { maskedPaths } from './masked-paths.ts';

it('finds every path that contains a mask', () => {
  const value = {
    api_key: '[masked]',
    to: 'a',
    list: [{ url: 'https://[masked]@host' }, 1, null],
    deep: { x: true },
  };
  expect(maskedPaths(value)).toEqual(['api_key', 'list.0.url']);
});

it.each([null, undefined, 7, 'plain', {}, []])('finds nothing in %j', (value) => {
  expect(maskedPaths(value)).toEqual([]);
});
