import { availableParallelism, loadavg } from 'node:os';
import type { BenchReport } from '../bench-case.ts';

/** The stored result of a bench: the figures, their date and the machine. */
export interface BenchRecord extends BenchReport {
  readonly taken_on: string;
  readonly quick: boolean;
  readonly machine: {
    readonly platform: string;
    readonly cores: number;
    readonly node: string;
    /** The load average before and after; above the number of cores, other processes were active. */
    readonly load_before: number;
    readonly load_after: number;
  };
}

/** Records the machine before a run, and returns a function that creates the record after it. */
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
