import type { Side } from '../compare-blocks.ts';

/** One way to let an agent ask, be approved and go on: what is opened once, and one run from its start to its end. */
export interface CycleBench {
  cycle(): Promise<void>;
  close(): Promise<void>;
}

/** How many runs are on their way at once, and how many each place in the line carries out in a block. */
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
