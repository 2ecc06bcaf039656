import type { Choose } from './simulated-file.ts';

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Ways in which a disk may lose what was not synced, after `operations` operations: everything; nothing; any sectors, names
 * and sizes; what came after a moment; what came before a moment (a disk may write new data first).
 */
export function powerLosses(random: () => number, operations: number): Record<string, Choose> {
  const moment = operations - Math.floor(random() ** 2 * 60);
  return {
    everything: (versions) => first(versions).value,
    nothing: (versions) => last(versions).value,
    anything: (versions) => (versions[Math.floor(random() * versions.length)] ?? first(versions)).value,
    'what was written last': (versions) =>
      (versions.findLast(({ at }) => at < moment) ?? first(versions)).value,
    'what was written first': (versions) =>
      (last(versions).at >= moment ? last(versions) : first(versions)).value,
  };
}

function first<Value>([value]: readonly Value[]): Value {
  if (value === undefined) throw new Error('A value has at least one version.');
  return value;
}

function last<Value>(values: readonly Value[]): Value {
  return first(values.slice(-1));
}
