import { setTimeout as sleep } from 'node:timers/promises';

/** Something that goes wrong again and again. */
export interface Trouble {
  readonly name: string;
  /** The shortest and the longest pause before it happens again. */
  readonly pauseMs: readonly [number, number];
  /** Lets it happen and ends it again; false when there was nothing to trouble. */
  happen(random: () => number): Promise<boolean>;
}

/** Makes trouble until the signal says that it is enough; tells how often. What is broken then is mended first. */
export async function makeTrouble(trouble: Trouble, seed: number, signal: AbortSignal): Promise<number> {
  const random = seeded(seed);
  const [shortest, longest] = trouble.pauseMs;
  let times = 0;
  for (;;) {
    await sleep(shortest + random() * (longest - shortest), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return times;
    if (await trouble.happen(random)) times += 1;
  }
}

/** Numbers between 0 and 1 that are the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
