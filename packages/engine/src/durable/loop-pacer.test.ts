import { expect, it } from 'vitest';
import { LoopPacer } from './loop-pacer.ts';

/** Executes steps of 2 ms in concurrent runs. Returns the longest time that they used one turn of the event loop. */
async function longestTurn(runs: number): Promise<number> {
  const clock = { ms: 0 };
  const pacer = new LoopPacer(() => clock.ms);
  let began = 0;
  let longest = 0;
  let isDone = false;
  const watch = () => {
    longest = Math.max(longest, clock.ms - began);
    began = clock.ms;
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  const run = async (_each: unknown, index: number) => {
    for (let step = 0; step < 5; step += 1) {
      await pacer.pause(`run ${index}`);
      clock.ms += 2;
    }
  };
  await Promise.all(Array.from({ length: runs }, run));
  isDone = true;
  expect(clock.ms).toBe(runs * 10);
  return Math.max(longest, clock.ms - began);
}

it.each([1, 2, 32])('bounds the work of %i runs in one turn of the event loop', async (runs) => {
  expect(await longestTurn(runs)).toBe(4);
});

it('lets a run that works alone continue in the same turn', () => {
  const pacer = new LoopPacer(() => 0);
  expect([pacer.pause('a'), pacer.pause('a')]).toEqual([undefined, undefined]);
});

it('lets runs continue in order', async () => {
  const pacer = new LoopPacer(() => 0);
  const order: string[] = [];
  const runs = ['a', 'b', 'c', 'd'];
  await Promise.all(runs.map(async (each) => (await pacer.pause(each), order.push(each))));
  expect(order).toEqual(runs);
});
