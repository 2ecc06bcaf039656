import { destinationOf } from './destination-of.ts';
import { leavesOf } from './provenance/leaves-of.ts';

/** Returns the destination of edited arguments: the values of the arguments with these names. */
export function editedDestination(names: readonly string[], args: unknown): string | undefined {
  const destinationNames = new Set(names);
  const leaves = leavesOf(args, MAX_LEAVES) ?? [];
  return destinationOf(
    leaves.filter(({ name }) => destinationNames.has(name)).map(({ value }) => `${value}`),
  );
}

const MAX_LEAVES = 500;
