import type { BenchCase, BenchReport } from './bench-case.ts';
import { measureWaiting, type WaitingSide } from './peers/waiting-process.ts';
import { alternate } from './sides/alternate.ts';
import { NO_BASELINE } from './sides/baseline.ts';
import { pairedRatio } from './sides/paired.ts';

interface Options {
  readonly quick?: boolean;
  readonly baseline?: string | undefined;
}

const MAX_RATIO = 4;

/**
 * The memory of a run that waits for a person, on our memory store, beside the AI SDK, whose program stores the messages
 * as text. Every measurement is a new process.
 */
export async function benchWaiting({ quick = false, baseline }: Options = {}): Promise<BenchReport> {
  const count = quick ? 200 : 1_000;
  const sides = new Map<string, WaitingSide>([
    ['now', { name: 'Sekisho, memory' }],
    ['AI SDK', { name: 'AI SDK' }],
    ['again', { name: 'AI SDK' }],
    ['bare SDK', { name: 'agents-core' }],
    ...(baseline === undefined ? [] : [['0.1', { name: 'Sekisho, memory', checkout: baseline }] as const]),
  ]);
  const tasks = new Map(
    [...sides].map(([name, side]) => [name, async () => measureWaiting(side, count).bytes]),
  );
  const samples = await alternate(tasks, quick ? 1 : 5);
  const compare = (side: string, other: string) =>
    pairedRatio(samples.get(side) ?? [], samples.get(other) ?? []);
  const told = (name: string, side: string, other: string): BenchCase => ({
    case: `bytes of a waiting run, ${name}`,
    ...compare(side, other),
    goal: 'none',
    holds: true,
  });
  const now = compare('now', 'AI SDK');
  const cases: BenchCase[] = [
    told('AI SDK beside itself', 'again', 'AI SDK'),
    { ...told('now beside AI SDK', 'now', 'AI SDK'), goal: `<= ${MAX_RATIO}`, holds: now.ratio <= MAX_RATIO },
    told('now beside bare SDK', 'now', 'bare SDK'),
    ...(baseline === undefined ? [] : [told('0.1 beside AI SDK', '0.1', 'AI SDK')]),
  ];
  return { bench: 'waiting', cases, notes: baseline === undefined ? [NO_BASELINE] : [] };
}
