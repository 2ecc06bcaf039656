/**
 * Returns how many times more CPU time `work` needs for an input of eight times the size: about 8 if the time is
 * proportional to the size, and 64 if it is quadratic. The lowest of several measurements, because other work
 * of the runtime may fall into one.
 */
export function cpuGrowth(work: (size: number) => void, size: number): number {
  const cpuOf = (count: number): number => {
    const costs = Array.from({ length: 5 }, () => {
      const start = process.cpuUsage();
      work(count);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    });
    return Math.min(...costs);
  };
  cpuOf(size);
  // Below a millisecond the quotient would be noise.
  return cpuOf(size * 8) / Math.max(1000, cpuOf(size));
}
