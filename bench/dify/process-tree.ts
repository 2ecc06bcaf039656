import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** The current resource usage of a process and its descendants. */
export interface TreeUsage {
  readonly rssMb: number;
  /** Memory that is not backed by a file and therefore used by this plugin alone. */
  readonly ownMb: number;
  readonly cpuMs: number;
}

/** Sums up a process and its descendants, from /proc. */
export function measureTree(root: number): TreeUsage {
  const pids = [...descend(root, readParents())];
  const sum = (read: (pid: number) => number) => pids.reduce((total, pid) => total + read(pid), 0);
  return {
    rssMb: sum((pid) => readKb(pid, 'Rss')) / 1024,
    ownMb: sum((pid) => readKb(pid, 'Anonymous')) / 1024,
    cpuMs: sum(readCpuMs),
  };
}

function* descend(root: number, parents: ReadonlyMap<number, number>): Generator<number> {
  yield root;
  for (const [pid, parent] of parents) if (parent === root) yield* descend(pid, parents);
}

function readParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const fields = readStat(Number(entry));
    if (fields) parents.set(Number(entry), Number(fields[1]));
  }
  return parents;
}

/** The fields after the name, which may contain any character; undefined for a process that has just ended. */
function readStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function readCpuMs(pid: number): number {
  const fields = readStat(pid);
  return fields ? ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND : 0;
}

function readKb(pid: number, field: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
