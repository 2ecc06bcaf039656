import type { SideTask } from './side-message.ts';
import type { SideProcess } from './start-side.ts';

/**
 * Repeats a task until it has used the given CPU time, and returns the CPU time of one unit at the end. A server runs for
 * hours, so compiled code is measured. The CPU time of a run falls until a process has executed some thousand of them; a
 * version with more code falls later. CPU time is used because on a busy machine the compiler is delayed like everything else.
 */
export async function warmUp(process: SideProcess, task: SideTask, warmUpMs: number): Promise<number> {
  let used = 0;
  let units = 1;
  let cpu = 0;
  while (used < warmUpMs) {
    ({ cpu } = await process.measure({ ...task, units }));
    used += cpu * units * task.concurrency;
    units = Math.max(1, Math.min(units * 4, Math.round(warmUpMs / 8 / cpu / task.concurrency)));
  }
  return cpu;
}
