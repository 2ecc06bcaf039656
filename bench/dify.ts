import { setTimeout as wait } from 'node:timers/promises';
import { atLeast, atMost, type BenchCase, type BenchReport, type Figures } from './bench-case.ts';
import { median } from './compare-blocks.ts';
import { PluginUnderTest } from './dify/plugin-under-test.ts';
import type { TreeUsage } from './dify/process-tree.ts';
import { prepareSides, type Sides } from './dify/prepare-sides.ts';

const WORDS = 20_000;
const MANY = 100;
const WORDS_OF_MANY = 200;
const SLOW_WORDS = 50;
// Our runtime releases memory after five idle seconds; both sides get the same time for it.
const QUIET_MS = 7000;

/** Our plugin runtime compared with the smallest plugin on Dify's own Python SDK, both started like the daemon does. */
export async function benchDify({ quick = false } = {}): Promise<BenchReport> {
  const rounds = quick ? 3 : 9;
  const sides = await prepareSides();
  try {
    const starts = await compareStarts(sides, rounds);
    const slow = await compareSlowStreams(sides, quick ? 1 : 3);
    const fast = await compareFastStreams(sides, rounds);
    return { bench: 'dify', cases: [...starts, ...slow, ...fast] };
  } finally {
    await sides.remove();
  }
}

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly ownMb: number;
}

async function compareStarts(sides: Sides, rounds: number): Promise<BenchCase[]> {
  // One warm-up run, so that files and compiled code are cached on both sides.
  await Promise.all((await startBoth(sides)).map((plugin) => plugin.stop()));
  const pairs: { ours: Start; other: Start }[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push(await measureStarts(sides));
  const figures = (field: keyof Start) =>
    toFigures(pairs.map((pair) => [pair.ours[field], pair.other[field]]));
  return [
    atMost('start until the first heartbeat, wall time', figures('wallMs'), 1),
    atMost('start until the first heartbeat, CPU', figures('cpuMs'), 1),
    atMost('memory at rest, RSS in MB', figures('rssMb'), 0.5),
    atMost('memory at rest, not of files, in MB', figures('ownMb'), 0.5),
  ];
}

async function measureStarts(sides: Sides): Promise<{ ours: Start; other: Start }> {
  const [ours, other] = await startBoth(sides);
  const atRest = async (plugin: PluginUnderTest): Promise<Start> => {
    const { cpuMs } = plugin.usage();
    await wait(QUIET_MS);
    const { rssMb, ownMb } = plugin.usage();
    await plugin.stop();
    return { wallMs: plugin.startMs, cpuMs, rssMb, ownMb };
  };
  const [mine, theirs] = await Promise.all([atRest(ours), atRest(other)]);
  return { ours: mine, other: theirs };
}

async function startBoth({ ours, python }: Sides): Promise<[PluginUnderTest, PluginUnderTest]> {
  return [await PluginUnderTest.start(ours), await PluginUnderTest.start(python)];
}

/** Many concurrent responses, each as slow as a model. */
async function compareSlowStreams(sides: Sides, rounds: number): Promise<BenchCase[]> {
  const pairs: { ours: TreeUsage; other: TreeUsage }[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push(await measureSlowStreams(sides));
  const figures = (field: keyof TreeUsage) =>
    toFigures(pairs.map((pair) => [pair.ours[field], pair.other[field]]));
  const load = `${MANY} streams of ten chunks a second`;
  return [
    atMost(`CPU of ${load}`, figures('cpuMs'), 1),
    atMost(`memory after ${load}, RSS in MB`, figures('rssMb'), 0.5),
    atMost(`memory after ${load}, not of files, in MB`, figures('ownMb'), 0.5),
  ];
}

async function measureSlowStreams(sides: Sides): Promise<{ ours: TreeUsage; other: TreeUsage }> {
  const [ours, other] = await startBoth(sides);
  const cpuOfStreams = async (plugin: PluginUnderTest): Promise<number> => {
    const before = plugin.usage().cpuMs;
    await plugin.stream(MANY, SLOW_WORDS, '/slowly');
    return plugin.usage().cpuMs - before;
  };
  const mine = await cpuOfStreams(ours);
  const theirs = await cpuOfStreams(other);
  await wait(QUIET_MS);
  const usages = { ours: { ...ours.usage(), cpuMs: mine }, other: { ...other.usage(), cpuMs: theirs } };
  await Promise.all([ours.stop(), other.stop()]);
  return usages;
}

interface Work {
  /** Words per second of one stream and of a hundred, CPU for a thousand words, time to the first chunk. */
  readonly one: number;
  readonly many: number;
  readonly cpuMs: number;
  readonly firstMs: number;
}

async function compareFastStreams(sides: Sides, rounds: number): Promise<BenchCase[]> {
  const ours = await PluginUnderTest.start(sides.ours);
  const lines = await PluginUnderTest.start(sides.oursLineByLine);
  const other = await PluginUnderTest.start(sides.python);
  try {
    const plugins = [ours, lines, other];
    for (const plugin of plugins) await measureWork(plugin);
    const samples: { ours: Work; lines: Work; other: Work }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      samples.push({
        ours: await measureWork(ours),
        lines: await measureWork(lines),
        other: await measureWork(other),
      });
    }
    const figures = (side: 'ours' | 'lines', field: keyof Work) =>
      toFigures(samples.map((sample) => [sample[side][field], sample.other[field]]));
    const busy = { ours: ours.usage(), other: other.usage() };
    await wait(QUIET_MS);
    const quiet = { ours: ours.usage(), other: other.usage() };
    const memory = (usages: typeof busy, field: 'rssMb' | 'ownMb') =>
      toFigures([[usages.ours[field], usages.other[field]]]);
    return [
      atMost('until the first chunk', figures('ours', 'firstMs'), 1),
      atLeast('chunks a second, one stream', figures('ours', 'one'), 5),
      atLeast('chunks a second, one stream, a line for each', figures('lines', 'one'), 5),
      atLeast(`chunks a second, ${MANY} streams`, figures('ours', 'many'), 5),
      atLeast(`chunks a second, ${MANY} streams, a line for each`, figures('lines', 'many'), 5),
      atMost('CPU for 1000 chunks', figures('ours', 'cpuMs'), 0.2),
      atMost('CPU for 1000 chunks, a line for each', figures('lines', 'cpuMs'), 0.2),
      atMost('memory during the work, RSS in MB', memory(busy, 'rssMb'), 0.5),
      atMost('memory during the work, not of files, in MB', memory(busy, 'ownMb'), 0.5),
      atMost('memory after the work, RSS in MB', memory(quiet, 'rssMb'), 0.5),
      atMost('memory after the work, not of files, in MB', memory(quiet, 'ownMb'), 0.5),
    ];
  } finally {
    await Promise.all([ours.stop(), lines.stop(), other.stop()]);
  }
}

async function measureWork(plugin: PluginUnderTest): Promise<Work> {
  const before = plugin.usage().cpuMs;
  const one = await plugin.stream(1, WORDS);
  const many = await plugin.stream(MANY, WORDS_OF_MANY);
  const cpuMs = ((plugin.usage().cpuMs - before) * 1000) / (WORDS + MANY * WORDS_OF_MANY);
  const { firstMs } = await plugin.stream(1, 1);
  return {
    one: (WORDS * 1000) / one.totalMs,
    many: (MANY * WORDS_OF_MANY * 1000) / many.totalMs,
    cpuMs,
    firstMs,
  };
}

/** Medians of both sides, and the median of the paired ratios. */
function toFigures(pairs: readonly (readonly [ours: number, other: number])[]): Figures {
  return {
    ours: median(pairs.map(([ours]) => ours)),
    other: median(pairs.map(([, other]) => other)),
    ratio: median(pairs.map(([ours, other]) => ours / other)),
  };
}
