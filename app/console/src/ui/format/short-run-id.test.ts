import { expect, it } from 'vitest';
import { shortRunId } from './short-run-id.ts';

it.each([
  ['run_01a1f265-8623-7a12-b768-e7dabc9d1843', '…bc9d1843'],
  ['run_01a1f265-8638-76ba-9c6a-4857a67814f3', '…a67814f3'],
  ['run_1', 'run_1'],
])('shortens %s to a part that differs between runs of the same time', (id, short) => {
  expect(shortRunId(id)).toBe(short);
});
