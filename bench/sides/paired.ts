import type { Figures } from '../bench-case.ts';
import { median } from '../compare-blocks.ts';

/** The medians of two sides and of their ratios in each round. Both lists contain one value for each round. */
export function pairedRatio(ours: readonly number[], other: readonly number[]): Figures {
  return { ours: median(ours), other: median(other), ratio: median(inPairs(ours, other, (a, b) => a / b)) };
}

/**
 * The overhead of two versions over the same bare side, and their ratio. An overhead is the median of the differences in
 * each round, so a load of the machine that changes between rounds has little influence.
 */
export function overheadRatio(
  ours: readonly number[],
  previous: readonly number[],
  bare: readonly number[],
): Figures {
  const overhead = (side: readonly number[]) => median(inPairs(side, bare, (a, b) => a - b));
  const [now, before] = [overhead(ours), overhead(previous)];
  return { ours: now, other: before, ratio: now / before };
}

function inPairs(
  one: readonly number[],
  other: readonly number[],
  combine: (one: number, other: number) => number,
): number[] {
  if (one.length !== other.length || one.length === 0)
    throw new Error(`The sides have ${one.length} and ${other.length} samples; they need the same number.`);
  return one.map((value, index) => combine(value, other[index] ?? Number.NaN));
}
