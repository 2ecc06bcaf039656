import { expect, it } from 'vitest';
import { newRunId } from './new-run-id.ts';

it('is a UUID of version 7', () => {
  const ofTime = /^run_017f22e2-79b0-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  expect(newRunId(0x017f22e279b0)).toMatch(ofTime);
});

it('sorts after the ids of earlier milliseconds', () => {
  const times = [0, 1, 255, 256, 1_700_000_000_000, 1_763_510_400_000, 1_763_510_400_001];
  const ids = times.map(newRunId);
  expect(ids.toSorted()).toEqual(ids);
});

it('differs for runs of the same millisecond', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => newRunId(5)))).toHaveProperty('size', 1_000);
});

it.each([-1, Number.MAX_SAFE_INTEGER, 1.5])('has the same form when the clock returns %d', (now) => {
  expect(newRunId(now)).toMatch(/^run_[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
