import { expect, it, vi } from 'vitest';
import { LoopPacer } from './loop-pacer.ts';

/** Executes steps in concurrent runs. Returns the times that they used in each turn of the event loop. */
async function turnsOf(runs: number, stepMs: number): Promise<readonly number[]> {
  const clock = { ms: 0 };
  const pacer = new LoopPacer(() => clock.ms);
  const turns: number[] = [];
  let began = 0;
  let isDone = false;
  const endTurn = () => {
    if (clock.ms > began) turns.push(clock.ms - began);
    began = clock.ms;
    if (!isDone) setImmediate(endTurn);
  };
  setImmediate(endTurn);
  const run = async (_each: unknown, index: number) => {
    for (let step = 0; step < 5; step += 1) {
      await pacer.pause(`run ${index}`);
      clock.ms += stepMs;
    }
  };
  await Promise.all(Array.from({ length: runs }, run));
  isDone = true;
  endTurn();
  expect(clock.ms).toBeCloseTo(runs * 5 * stepMs);
  return turns;
}

it.each([1, 2, 32])('bounds the work of %i runs in one turn of the event loop', async (runs) => {
  // A step that begins within the limit of 4 ms is not divided.
  expect(Math.max(...(await turnsOf(runs, 2)))).toBeLessThan(6);
});

it('lets runs with short steps share a turn of the event loop', async () => {
  const turns = await turnsOf(32, 0.5);
  expect(Math.max(...turns)).toBeLessThanOrEqual(4.5);
  expect(turns.length).toBeLessThan(32);
});

it('lets one run continue in each turn of the event loop when a step is longer than the limit', async () => {
  expect(await turnsOf(8, 7)).toEqual(Array(40).fill(7));
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

it('lets runs continue under fake timers and after them', async () => {
  const clock = { ms: 0 };
  const pacer = new LoopPacer(() => clock.ms);
  /** Begins in the limit of a turn and waits for the next one. */
  const useTwoTurns = async () => {
    await pacer.pause('a');
    clock.ms += 5;
    return pacer.pause('a');
  };
  vi.useFakeTimers();
  try {
    await expect(useTwoTurns()).resolves.toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
  await expect(useTwoTurns()).resolves.toBeUndefined();
});
