import type { Figures } from './bench-case.ts';

/** One side of a comparison. `prepare` is not measured: it creates the input of a block. */
export interface Side<Material> {
  readonly prepare: () => Material | Promise<Material>;
  readonly work: (material: Material) => Promise<unknown>;
  readonly release?: (material: Material) => Promise<unknown>;
}

/** CPU and wall time of both sides, in milliseconds for one unit of work, with the medians of the paired ratios. */
export interface Comparison {
  readonly cpu: Figures;
  readonly wall: Figures;
}

interface Sample {
  readonly cpu: number;
  readonly wall: number;
}

/**
 * Measures two sides alternately, in short blocks, in one process. Other load of the machine affects both blocks of a
 * pair, so the median of the ratios is more stable than the times.
 */
export async function compareBlocks<Ours, Other>(
  ours: Side<Ours>,
  other: Side<Other>,
  options: { readonly pairs: number; readonly blockMs: number },
): Promise<Comparison> {
  const count = await warmUp(ours, other, options.blockMs);
  const pairs: { ours: Sample; other: Sample }[] = [];
  for (let index = 0; index < options.pairs; index += 1) {
    // The order alternates, because the second side often pays for freeing the memory of the first.
    const first = index % 2 === 0 ? await measure(ours, count) : undefined;
    const second = await measure(other, count);
    pairs.push({ ours: first ?? (await measure(ours, count)), other: second });
  }
  const figures = (of: keyof Sample): Figures => ({
    ours: median(pairs.map((pair) => pair.ours[of])),
    other: median(pairs.map((pair) => pair.other[of])),
    ratio: median(pairs.map((pair) => pair.ours[of] / pair.other[of])),
  });
  return { cpu: figures('cpu'), wall: figures('wall') };
}

/** The median of a list of numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Runs both sides until they are compiled, and returns how many units of work fill a block. */
async function warmUp<Ours, Other>(ours: Side<Ours>, other: Side<Other>, blockMs: number): Promise<number> {
  const began = process.cpuUsage();
  let count = 1;
  let sample = await measure(other, count);
  await measure(ours, count);
  while (process.cpuUsage(began).user / 1_000 < WARM_UP_MS) {
    count = Math.max(1, Math.min(count * 4, Math.round(blockMs / sample.wall)));
    await measure(ours, count);
    sample = await measure(other, count);
  }
  return Math.max(1, Math.round(blockMs / sample.wall));
}

/** The warm-up uses CPU time, because on a busy machine the compiler is delayed like everything else. */
const WARM_UP_MS = 2_500;

async function measure<Material>(side: Side<Material>, count: number): Promise<Sample> {
  const material = await side.prepare();
  globalThis.gc?.({ type: 'minor' });
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (let index = 0; index < count; index += 1) await side.work(material);
  const wall = performance.now() - began;
  const used = process.cpuUsage(cpu);
  await side.release?.(material);
  return { cpu: (used.user + used.system) / 1_000 / count, wall: wall / count };
}
