import { expect, it } from 'vitest';
import { StoreClock } from './store-clock.ts';

function clocks(start: { host: number; source?: 'database' | 'host' }) {
  const hands = { host: start.host, stopwatch: 0 };
  const clock = new StoreClock(
    start.source ?? 'database',
    () => hands.host,
    () => hands.stopwatch,
  );
  const pass = (ms: number) => {
    hands.host += ms;
    hands.stopwatch += ms;
  };
  return { clock, hands, pass };
}

it('follows the reported time of the server although the local clock is set back', () => {
  const { clock, hands, pass } = clocks({ host: 1_000_000 });
  expect(clock.estimate()).toBe(1_000_000);
  clock.observe(5_000_000);
  pass(300);
  hands.host = 7;
  expect(clock.estimate()).toBe(5_000_300);
});

it('returns the offset of the server in whole seconds', () => {
  const { clock, hands, pass } = clocks({ host: 1_000_000 });
  expect(clock.ahead).toBe(0);
  clock.observe(4_600_100);
  pass(60_000);
  expect(clock.ahead).toBe(3_600_000);
  hands.host += 7_200_000;
  expect(clock.ahead).toBe(-3_600_000);
});

it('treats a small difference as network latency', () => {
  const { clock } = clocks({ host: 1_000_000 });
  clock.observe(1_001_900);
  expect(clock.ahead).toBe(0);
});

it('ignores the time of the server when the clock of the runner applies', () => {
  const { clock } = clocks({ host: 1_000_000, source: 'host' });
  clock.observe(9_000_000);
  expect([clock.estimate(), clock.ahead, clock.fixedTime()]).toEqual([1_000_000, 0, 1_000_000]);
});
