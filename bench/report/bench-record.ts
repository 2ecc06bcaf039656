import { availableParallelism, loadavg } from 'node:os';
import type { BenchReport } from '../bench-case.ts';

/** One run of a bench as it is kept: the figures, when they were taken, and on what kind of machine. */
export interface BenchRecord extends BenchReport {
  readonly taken_on: string;
  readonly quick: boolean;
  readonly machine: {
    readonly platform: string;
    readonly cores: number;
    readonly node: string;
    /** Processes that wanted to run, in the last minutes before and after; above the number of cores others were busy too. */
    readonly load_before: number;
    readonly load_after: number;
  };
}

/** Takes note of the machine before a run; the function that it answers makes the record after it. */
export function beginRecord(quick: boolean, now: () => Date): (report: BenchReport) => BenchRecord {
  const loadBefore = currentLoad();
  return (report) => ({
    ...report,
    taken_on: now().toISOString().slice(0, 10),
    quick,
    machine: {
      platform: `${process.platform} ${process.arch}`,
      cores: availableParallelism(),
      node: process.versions.node,
      load_before: loadBefore,
      load_after: currentLoad(),
    },
  });
}

const currentLoad = () => Math.round((loadavg()[0] ?? 0) * 10) / 10;
