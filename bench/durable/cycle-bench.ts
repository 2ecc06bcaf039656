import type { Side } from '../compare-blocks.ts';

/** The input of every side. */
export const QUESTION = 'Send the report about City 0 0 for 3 days.';

/** One implementation of a run that waits, is approved and continues. `cycle` executes one run from its start to its end. */
export interface CycleBench {
  cycle(): Promise<void>;
  close(): Promise<void>;
}

/** The number of concurrent runs, and how many runs each of them executes in a block. */
export interface CycleLoad {
  readonly concurrency: number;
  readonly rounds: number;
}

/** A block of runs as one side of a comparison. Opening is not part of it. */
export function cycleSide(bench: CycleBench, { concurrency, rounds }: CycleLoad): Side<CycleBench> {
  return {
    prepare: () => bench,
    work: async () => {
      const line = async () => {
        for (let round = 0; round < rounds; round += 1) await bench.cycle();
      };
      await Promise.all(Array.from({ length: concurrency }, line));
    },
  };
}
