import type { OpenStore, StoreWrite } from 'sekisho';

/** The points of a run at which a crash may happen, in their order, with the roles that pass them. */
export const CRASH_POINTS = {
  enqueue: 'server',
  question: 'worker',
  decision: 'server',
  'token use': 'server',
  intent: 'worker',
  effect: 'worker',
  result: 'worker',
  finish: 'worker',
} as const;

/** The moment before or after one of these points. */
export type CrashPoint = `${'before' | 'after'} ${keyof typeof CRASH_POINTS}`;

/** The moments before and after every point that this role passes. */
export function pointsOf(role: 'worker' | 'server'): CrashPoint[] {
  return POINTS.filter((point) => CRASH_POINTS[point] === role).flatMap((point) => [
    `before ${point}` as const,
    `after ${point}` as const,
  ]);
}

const POINTS = [
  'enqueue',
  'question',
  'decision',
  'token use',
  'intent',
  'effect',
  'result',
  'finish',
] as const;

/**
 * Called at every point of the process, which awaits its result. `key` is the id of the run, for
 * a decision the id of the approval, for an effect the order, and for a new run its number in this process.
 */
export type AtPoint = (point: CrashPoint, key: string) => void | Promise<void>;

/** A store that reports the points of its commits. */
export function watchedStore(open: OpenStore, at: AtPoint): OpenStore {
  return async (parts) => {
    const store = await open(parts);
    const commit = store.commit.bind(store);
    const intents = new Set<string>();
    const turns = new Map<string, Promise<unknown>>();
    let opened = 0;
    store.commit = async (writes) => {
      const points = writes.flatMap((write) => placeOf(write, intents) ?? []);
      for (const place of points) if (place.name === 'enqueue') place.key = `start-${(opened += 1)}`;
      // A run may start the next write before the last one has ended; a pause must not change the order of the writes.
      const run = runOf(writes);
      const turn = turns.get(run) ?? Promise.resolve();
      const sent = Promise.withResolvers<void>();
      if (run !== '') turns.set(run, sent.promise);
      await turn;
      for (const { name, key } of points) await at(`before ${name}`, key);
      const result = commit(writes);
      sent.resolve();
      const outcome = await result;
      if (outcome.ok) for (const { name, key } of points) await at(`after ${name}`, key);
      return outcome;
    };
    return store;
  };
}

/** The run that a commit belongs to, if any. */
function runOf(writes: readonly StoreWrite[]): string {
  for (const write of writes) {
    if ('run_id' in write) return write.run_id;
    if (write.kind === 'log.append' && write.record.run_id !== '') return write.record.run_id;
  }
  return '';
}

interface Place {
  readonly name: keyof typeof CRASH_POINTS;
  key: string;
}

/** Returns the point of a write, if any. Intents are stored to recognize their results. */
function placeOf(write: StoreWrite, intents: Set<string>): Place | undefined {
  if (write.kind === 'run.open') return { name: 'enqueue', key: '' };
  if (write.kind === 'approval.create') return { name: 'question', key: write.approval.run_id };
  if (write.kind === 'approval.decide') return { name: 'decision', key: write.approval_id };
  if (write.kind === 'token.use') return { name: 'token use', key: write.run_id };
  if (write.kind === 'run.finish') return { name: 'finish', key: write.run_id };
  if (write.kind === 'effect.start' && write.effect.effect === 'destructive') {
    intents.add(`${write.effect.run_id} ${write.effect.call_key}`);
    return { name: 'intent', key: write.effect.run_id };
  }
  if (write.kind !== 'effect.end' || !intents.has(`${write.run_id} ${write.call_key}`)) return undefined;
  return { name: 'result', key: write.run_id };
}
