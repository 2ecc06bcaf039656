import { destinationOf } from './destination-of.ts';
import { leavesOf } from './provenance/leaves-of.ts';

/** Where the effect of edited arguments goes: the values of the arguments with these names. */
export function editedDestination(names: readonly string[], args: unknown): string | undefined {
  const wanted = new Set(names);
  const leaves = leavesOf(args, MAX_LEAVES) ?? [];
  return destinationOf(leaves.filter(({ name }) => wanted.has(name)).map(({ value }) => `${value}`));
}

const MAX_LEAVES = 500;
