import { setTimeout as sleep } from 'node:timers/promises';

/** A fault that is injected repeatedly. */
export interface Fault {
  readonly name: string;
  /** The minimal and the maximal pause before the next injection. */
  readonly pauseMs: readonly [number, number];
  /** Injects the fault and ends it; false when there was no target. */
  inject(random: () => number): Promise<boolean>;
}

/** Injects a fault repeatedly until the signal aborts; an active fault ends first. Returns the number of injections. */
export async function injectFaults(fault: Fault, seed: number, signal: AbortSignal): Promise<number> {
  const random = seeded(seed);
  const [shortest, longest] = fault.pauseMs;
  let times = 0;
  for (;;) {
    await sleep(shortest + random() * (longest - shortest), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return times;
    if (await fault.inject(random)) times += 1;
  }
}

/** A deterministic random number generator. */
function seeded(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
